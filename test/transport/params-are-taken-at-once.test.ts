import { expect, test } from 'vitest';
import { SocialPublishing } from '../../src/index.ts';

function recordingClient() {
  const bodies: unknown[] = [];
  const client = new SocialPublishing({
    apiKey: 'sp_key_of_this_test',
    baseUrl: 'https://service.invalid/v1',
    pacing: false,
    responseValidation: 'off',
    fetch: async (request) => {
      bodies.push(await request.json());
      return Response.json({ data: { id: 'record' }, requestId: 'req' });
    },
  });
  return { bodies, client };
}

test('what a call says is what its params were when it was made, whatever the caller does with them next', async () => {
  const { bodies, client } = recordingClient();
  const params = { socialSetId: 'set', content: '', mediaAssetIds: ['a'] };
  const calls = ['first', 'second', 'third'].map((content) => {
    params.content = content;
    const call = client.ideas.create(params);
    params.mediaAssetIds.push(content);
    return call;
  });
  await Promise.all(calls);
  expect(bodies).toEqual([
    { socialSetId: 'set', content: 'first', mediaAssetIds: ['a'] },
    { socialSetId: 'set', content: 'second', mediaAssetIds: ['a', 'first'] },
    { socialSetId: 'set', content: 'third', mediaAssetIds: ['a', 'first', 'second'] },
  ]);
});

test('params that become good too late are refused all the same', async () => {
  const { bodies, client } = recordingClient();
  const params = { socialSetId: 'set', content: 'x'.repeat(5001), mediaAssetIds: Array(15).fill('a') };
  const refused = client.ideas.create(params);
  params.content = 'short';
  params.mediaAssetIds.length = 1;
  await expect(refused).rejects.toThrow(/content must have at most 5000.*mediaAssetIds must/);
  expect(bodies).toEqual([]);
});

test('params that become bad too late are sent as they were', async () => {
  const { bodies, client } = recordingClient();
  const params = { socialSetId: 'set', content: 'short' };
  const sent = client.ideas.create(params);
  params.content = 'x'.repeat(5001);
  await sent;
  expect(bodies).toEqual([{ socialSetId: 'set', content: 'short' }]);
});
