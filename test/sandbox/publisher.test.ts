import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { hour, later, minute, onAll, onX, publishNow, raw, scheduled, start } from './raw.ts';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers();
  sandbox = createSandbox({ now: start, rateLimits: false });
  return () => vi.useRealTimers();
});

const send = (method: string, path: string, body?: unknown) => raw(sandbox, method, path, body);
const create = async (body: object): Promise<string> => (await send('POST', '/posts', body)).body.data.id;
const get = async (id: string) => (await send('GET', `/posts/${id}`)).body.data;
const targetsOf = async (id: string): Promise<string[]> =>
  (await get(id)).publishTargets.map(({ status }: { status: string }) => status);

describe('A due post', () => {
  test('goes from scheduled through processing to pushed, and its targets with it', async () => {
    const id = await create(scheduled(hour, { publishTargets: onAll }));
    await sandbox.advance(hour - 1);
    expect(await get(id)).toMatchObject({ status: 'scheduled' });
    expect(await targetsOf(id)).toEqual(['pending', 'pending', 'pending']);
    await sandbox.advance(1);
    expect(await get(id)).toMatchObject({ status: 'processing', updatedAt: later(hour) });
    expect(await targetsOf(id)).toEqual(['processing', 'processing', 'processing']);
    await sandbox.advance(999);
    expect(await get(id)).toMatchObject({ status: 'processing' });
    expect(sandbox.published).toEqual([]);
    await sandbox.advance(1);
    expect(await get(id)).toMatchObject({ status: 'pushed', updatedAt: later(hour + 1000) });
    expect(await targetsOf(id)).toEqual(['pushed', 'pushed', 'pushed']);
  });

  test('goes out once to each target, with the target’s own text', async () => {
    const [x, linkedin] = onAll;
    const id = await create(
      publishNow({ publishTargets: [x, { ...linkedin, textOverride: 'Hello, network' }] }),
    );
    await sandbox.advance(hour);
    expect(sandbox.published).toEqual([
      {
        postId: id,
        socialAccountId: 'acc_x_1',
        platform: 'x',
        text: 'Hello',
        mediaRefs: [],
        at: later(1000),
      },
      {
        postId: id,
        socialAccountId: 'acc_linkedin_1',
        platform: 'linkedin',
        text: 'Hello, network',
        mediaRefs: [],
        at: later(1000),
      },
    ]);
  });

  test('goes out in the order of time, however far the clock jumps', async () => {
    const late = await create(scheduled(3 * hour));
    const early = await create(scheduled(hour));
    const between = await create(scheduled(2 * hour));
    await sandbox.advance(24 * hour);
    expect(sandbox.published.map(({ postId }) => postId)).toEqual([early, between, late]);
    expect(sandbox.published.map(({ at }) => at)).toEqual([1, 2, 3].map((n) => later(n * hour + 1000)));
  });

  test('publishes as real time goes by, without anybody advancing the clock', async () => {
    const id = await create(scheduled(minute));
    vi.advanceTimersByTime(minute + 1000);
    expect(sandbox.published.map(({ postId }) => postId)).toEqual([id]);
  });

  test('takes as long as the sandbox was told', async () => {
    sandbox = createSandbox({ now: start, publishDuration: 5 * minute });
    const id = await create(publishNow());
    await sandbox.advance(5 * minute - 1);
    expect(await get(id)).toMatchObject({ status: 'processing' });
    await sandbox.advance(1);
    expect(await get(id)).toMatchObject({ status: 'pushed' });
  });
});

describe('injectPublish', () => {
  test('lets the next post fail as a whole, and only that one', async () => {
    sandbox.injectPublish({ outcome: { type: 'fail' } });
    const first = await create(publishNow({ publishTargets: onAll }));
    await sandbox.advance(1000);
    const second = await create(publishNow());
    await sandbox.advance(1000);
    expect(await get(first)).toMatchObject({ status: 'failed' });
    expect(await targetsOf(first)).toEqual(['failed', 'failed', 'failed']);
    expect(await get(second)).toMatchObject({ status: 'pushed' });
    expect(sandbox.published.map(({ postId }) => postId)).toEqual([second]);
  });

  test('lets a post fail on one platform while the others go out', async () => {
    sandbox.injectPublish({ platform: 'linkedin', outcome: { type: 'fail' } });
    const id = await create(publishNow({ publishTargets: onAll }));
    await sandbox.advance(1000);
    expect(await get(id)).toMatchObject({ status: 'failed' });
    expect(await targetsOf(id)).toEqual(['pushed', 'failed', 'pushed']);
    expect(sandbox.published.map(({ platform }) => platform)).toEqual(['x', 'threads']);
  });

  test('waits for a post that it concerns', async () => {
    sandbox.injectPublish({ socialAccountId: 'acc_threads_1', outcome: { type: 'fail' } });
    const onlyX = await create(publishNow());
    await sandbox.advance(1000);
    const all = await create(publishNow({ publishTargets: onAll }));
    await sandbox.advance(1000);
    expect(await get(onlyX)).toMatchObject({ status: 'pushed' });
    expect(await targetsOf(all)).toEqual(['pushed', 'pushed', 'failed']);
  });

  test('picks out one post by its id', async () => {
    const [first, second] = [await create(scheduled(hour)), await create(scheduled(hour))];
    sandbox.injectPublish({ postId: second, outcome: { type: 'fail' } });
    await sandbox.advance(2 * hour);
    expect(await get(first)).toMatchObject({ status: 'pushed' });
    expect(await get(second)).toMatchObject({ status: 'failed' });
  });

  test('makes a publish slow', async () => {
    sandbox.injectPublish({ outcome: { type: 'slow', ms: hour } });
    const id = await create(publishNow());
    await sandbox.advance(hour - 1);
    expect(await get(id)).toMatchObject({ status: 'processing' });
    await sandbox.advance(1);
    expect(await get(id)).toMatchObject({ status: 'pushed' });
  });

  test('happens as often as it was told', async () => {
    sandbox.injectPublish({ times: 2, outcome: { type: 'fail' } });
    const ids = [await create(publishNow()), await create(publishNow()), await create(publishNow())];
    await sandbox.advance(1000);
    const states = await Promise.all(ids.map(async (id) => (await get(id)).status));
    expect(states).toEqual(['failed', 'failed', 'pushed']);
  });

  test('refuses an outcome that it does not know', () => {
    const inject = (injection: object) => () => sandbox.injectPublish(injection as never);
    expect(inject({ outcome: { type: 'explode' } })).toThrow(TypeError);
    expect(inject({})).toThrow(TypeError);
    expect(inject({ outcome: { type: 'slow' } })).toThrow(TypeError);
    expect(inject({ times: 0, outcome: { type: 'fail' } })).toThrow(TypeError);
  });
});

describe('A failed post', () => {
  test('published again goes only to the targets that it has not reached', async () => {
    sandbox.injectPublish({ platform: 'x', outcome: { type: 'fail' } });
    const id = await create(publishNow({ publishTargets: onAll }));
    await sandbox.advance(1000);
    const again = await send('POST', `/posts/${id}/publish`);
    expect(again.body.data.publishTargets.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'pushed',
      'pushed',
    ]);
    await sandbox.advance(1000);
    expect(await get(id)).toMatchObject({ status: 'pushed' });
    expect(sandbox.published.map(({ platform }) => platform)).toEqual(['linkedin', 'threads', 'x']);
  });

  test('can be changed and scheduled again', async () => {
    sandbox.injectPublish({ outcome: { type: 'fail' } });
    const id = await create(publishNow());
    await sandbox.advance(1000);
    const answer = await send('PATCH', `/posts/${id}`, {
      text: 'Better',
      status: 'scheduled',
      scheduledAt: later(hour),
    });
    expect(answer.body.data).toMatchObject({ status: 'scheduled', publishTargets: [{ status: 'pending' }] });
    await sandbox.advance(2 * hour);
    expect(sandbox.published.map(({ text }) => text)).toEqual(['Better']);
  });

  test('given new targets does not go out a second time where it is out', async () => {
    sandbox.injectPublish({ platform: 'linkedin', outcome: { type: 'fail' } });
    const id = await create(publishNow({ publishTargets: onAll }));
    await sandbox.advance(1000);
    await send('PATCH', `/posts/${id}`, { publishTargets: onX });
    await send('POST', `/posts/${id}/publish`);
    await sandbox.advance(1000);
    expect(await get(id)).toMatchObject({ status: 'pushed' });
    expect(sandbox.published.filter(({ platform }) => platform === 'x')).toHaveLength(1);
  });
});
