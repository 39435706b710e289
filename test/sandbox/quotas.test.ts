import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox, type SandboxQuotas } from '../../src/sandbox/index.ts';
import { draft, hour, onAll, onX, publishNow, raw, scheduled, start } from './raw.ts';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function withQuotas(quotas: SandboxQuotas = {}): void {
  sandbox = createSandbox({ now: start, rateLimits: false, quotas });
}

const send = (method: string, path: string, body?: unknown) => raw(sandbox, method, path, body);
const usage = async () => (await send('GET', '/usage')).body.data.usage;
const linkedin = onAll.filter(({ platform }) => platform === 'linkedin');
const quotaExceeded = { status: 403, body: { error: { code: 'quota_exceeded' } } };

describe('GET /usage', () => {
  test('answers with billing, usage, rate limits and access, unlimited as null', async () => {
    withQuotas();
    const answer = await send('GET', '/usage');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      billing: {
        accessStatus: 'active',
        currentPeriodStart: '2026-12-01T00:00:00.000Z',
        currentPeriodEnd: '2027-01-01T00:00:00.000Z',
        plan: { id: expect.any(String), key: expect.any(String), displayName: expect.any(String) },
      },
      usage: {
        accounts: { used: 2, limit: null, remaining: null },
        folders: { used: 0, limit: null, remaining: null },
        ideas: { used: 0, limit: null, remaining: null },
        monthlyPosts: { used: 0, limit: null, remaining: null },
        scheduledPosts: { used: 0, limit: null, remaining: null },
        workspaces: { used: 2, limit: null, remaining: null },
      },
      rateLimit: expect.any(Object),
      workspaceAccess: 'all',
      workspaceId: 'ws_1',
      workspaceIds: [],
    });
  });

  test('reports what is left of a limit', async () => {
    withQuotas({ folders: 3, ideas: 1 });
    await send('POST', '/folders', { socialSetId: 'set_1', name: 'F' });
    expect(await usage()).toMatchObject({
      folders: { used: 1, limit: 3, remaining: 2 },
      ideas: { used: 0, limit: 1, remaining: 1 },
    });
  });

  test('accounts counts active x accounts within the key’s access, and no others', async () => {
    sandbox = createSandbox({
      socialSets: [
        {
          id: 'set_1',
          accounts: [
            { id: 'a', platform: 'x' },
            { id: 'b', platform: 'x', status: 'disconnected' },
            { id: 'c', platform: 'linkedin' },
            { id: 'd', platform: 'threads' },
          ],
        },
        { id: 'set_2', accounts: [{ id: 'e', platform: 'x' }] },
      ],
      apiKeys: [{ secret: 'all' }, { secret: 'one', socialSetAccess: 'selected', socialSetIds: ['set_1'] }],
    });
    expect((await usage()).accounts.used).toBe(2);
    const one = await raw(sandbox, 'GET', '/usage', undefined, { key: 'one' });
    expect(one.body.data.usage.accounts.used).toBe(1);
  });

  test('workspaces counts the ones within the key’s access', async () => {
    sandbox = createSandbox({
      apiKeys: [{ secret: 'one', workspaceAccess: 'selected', workspaceIds: ['ws_2'] }],
    });
    const { data } = (await send('GET', '/usage')).body;
    expect(data.usage.workspaces.used).toBe(1);
    expect(data).toMatchObject({ workspaceAccess: 'selected', workspaceId: 'ws_2', workspaceIds: ['ws_2'] });
  });

  test('scheduledPosts counts scheduled and draft_scheduled, and no other state', async () => {
    withQuotas();
    await send('POST', '/posts', draft());
    await send('POST', '/posts', scheduled(hour));
    await send('POST', '/posts', draft({ scheduledAt: '2027-01-01T00:00:00Z' }));
    const canceled = (await send('POST', '/posts', scheduled(hour))).body.data.id;
    await send('POST', `/posts/${canceled}/cancel`);
    expect((await usage()).scheduledPosts.used).toBe(2);
    await sandbox.advance(2 * hour);
    expect((await usage()).scheduledPosts.used).toBe(1);
  });

  test('monthlyPosts counts what was sent to x in the current billing period', async () => {
    withQuotas();
    await send('POST', '/posts', publishNow({ publishTargets: onAll }));
    await send('POST', '/posts', publishNow({ publishTargets: linkedin }));
    sandbox.injectPublish({ platform: 'x', outcome: { type: 'fail' } });
    expect((await usage()).monthlyPosts.used).toBe(0);
    await send('POST', '/posts', publishNow({ publishTargets: onAll }));
    await sandbox.advance(hour);
    expect((await usage()).monthlyPosts.used).toBe(1);
    await sandbox.advance(31 * 24 * hour);
    expect((await usage()).monthlyPosts.used).toBe(0);
  });
});

describe('Beyond its quota', () => {
  test('a folder is refused with 403 until another one goes', async () => {
    withQuotas({ folders: 1 });
    const body = { socialSetId: 'set_1', name: 'F' };
    const { id } = (await send('POST', '/folders', body)).body.data;
    expect(await send('POST', '/folders', body)).toMatchObject(quotaExceeded);
    await send('DELETE', `/folders/${id}`);
    expect((await send('POST', '/folders', body)).status).toBe(201);
  });

  test('an idea is refused with 403', async () => {
    withQuotas({ ideas: 0 });
    expect(await send('POST', '/ideas', { socialSetId: 'set_1', content: 'x' })).toMatchObject(quotaExceeded);
  });

  test('a scheduled post is refused with 403, a draft is not', async () => {
    withQuotas({ scheduledPosts: 1 });
    const { id } = (await send('POST', '/posts', draft())).body.data;
    const first = (await send('POST', '/posts', scheduled(hour))).body.data.id;
    expect(await send('POST', '/posts', scheduled(hour))).toMatchObject(quotaExceeded);
    expect(await send('POST', '/posts', publishNow())).toMatchObject(quotaExceeded);
    expect(await send('POST', `/posts/${id}/publish`)).toMatchObject(quotaExceeded);
    const schedule = { scheduledAt: '2027-01-01T00:00:00Z' };
    expect(await send('PATCH', `/posts/${id}`, schedule)).toMatchObject(quotaExceeded);
    expect((await send('PATCH', `/posts/${first}`, { text: 'Still mine' })).status).toBe(200);
  });

  test('a post to x is refused with 403 once the month is used up, one to linkedin is not', async () => {
    withQuotas({ monthlyPosts: 1 });
    const waiting = (await send('POST', '/posts', scheduled(100 * hour))).body.data.id;
    await send('POST', '/posts', publishNow());
    await sandbox.advance(hour);
    expect(await send('POST', '/posts', publishNow())).toMatchObject(quotaExceeded);
    expect(await send('POST', '/posts', scheduled(2 * hour))).toMatchObject(quotaExceeded);
    expect((await send('PATCH', `/posts/${waiting}`, { text: 'Still mine' })).status).toBe(200);
    expect((await send('POST', '/posts', publishNow({ publishTargets: linkedin }))).status).toBe(202);
    expect((await send('POST', '/posts', draft())).status).toBe(201);
    await sandbox.advance(31 * 24 * hour);
    expect((await send('POST', '/posts', publishNow({ publishTargets: onX }))).status).toBe(202);
  });

  test('a post whose turn comes when the month is used up fails on x', async () => {
    withQuotas({ monthlyPosts: 1 });
    await send('POST', '/posts', scheduled(hour));
    const second = (await send('POST', '/posts', scheduled(2 * hour, { publishTargets: onAll }))).body.data
      .id;
    await sandbox.advance(3 * hour);
    const { data } = (await send('GET', `/posts/${second}`)).body;
    expect(data).toMatchObject({
      status: 'failed',
      publishTargets: [{ status: 'failed' }, { status: 'pushed' }, { status: 'pushed' }],
    });
  });
});
