import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { draft, hour, later, minute, onAll, onX, publishNow, raw, scheduled, start } from './raw.ts';

let sandbox: Sandbox;

beforeEach(() => {
  vi.useFakeTimers();
  sandbox = createSandbox({ now: start, rateLimits: false });
  return () => vi.useRealTimers();
});

const send = (method: string, path: string, body?: unknown) => raw(sandbox, method, path, body);
const create = async (body: object): Promise<string> => {
  const answer = await send('POST', '/posts', body);
  expect(answer.body).toMatchObject({ data: { id: expect.any(String) } });
  return answer.body.data.id;
};
const get = async (id: string) => (await send('GET', `/posts/${id}`)).body.data;

describe('POST /posts', () => {
  test('mode draft makes an unscheduled draft with 201 and nothing is sent to any target', async () => {
    const answer = await send('POST', '/posts', draft());
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      data: {
        id: expect.any(String),
        workspaceId: 'ws_1',
        socialSetId: 'set_1',
        status: 'draft_unscheduled',
        title: 'API Post',
        text: 'Hello',
        scheduledAt: null,
        media: [],
        mediaRefs: [],
        mediaMetadata: [],
        xPostId: null,
        publishTargets: [{ socialAccountId: 'acc_x_1', platform: 'x', status: 'pending' }],
        createdAt: start,
        updatedAt: start,
      },
      requestId: expect.any(String),
    });
    await sandbox.advance(1000 * hour);
    expect(await get(answer.body.data.id)).toMatchObject({ status: 'draft_unscheduled' });
    expect(sandbox.published).toEqual([]);
  });

  test('mode draft with a schedule makes a draft that carries it and does not go out', async () => {
    const id = await create(draft({ scheduledAt: later(hour) }));
    await sandbox.advance(2 * hour);
    expect(await get(id)).toMatchObject({ status: 'draft_scheduled', scheduledAt: later(hour) });
    expect(sandbox.published).toEqual([]);
  });

  test('mode scheduled answers 201 with a scheduled post whose targets start pending', async () => {
    const answer = await send('POST', '/posts', scheduled(hour, { publishTargets: onAll }));
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ status: 'scheduled', scheduledAt: later(hour) });
    expect(answer.body.data.publishTargets.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'pending',
      'pending',
    ]);
  });

  test('mode publish_now answers 202 with a scheduled post whose time was assigned', async () => {
    const answer = await send('POST', '/posts', publishNow());
    expect(answer.status).toBe(202);
    expect(answer.body.data).toMatchObject({ status: 'scheduled', scheduledAt: start });
  });

  test('a title is kept', async () => {
    expect(await get(await create(draft({ title: 'Mine' })))).toMatchObject({ title: 'Mine' });
  });

  test('unknown fields are ignored, and do not come back', async () => {
    const answer = await send('POST', '/posts', draft({ campaign: 'x' }));
    expect(answer.status).toBe(201);
    expect(answer.body.data).not.toHaveProperty('campaign');
  });

  const refused: [string, object, string][] = [
    ['a scheduledAt in the past', scheduled(-1), 'scheduledAt'],
    ['a scheduledAt that is now', scheduled(0), 'scheduledAt'],
    ['a past scheduledAt on a draft', draft({ scheduledAt: later(-minute) }), 'scheduledAt'],
    ['mode scheduled without scheduledAt', draft({ mode: 'scheduled' }), 'scheduledAt'],
    ['publish_now with scheduledAt', publishNow({ scheduledAt: later(hour) }), 'scheduledAt'],
    ['a time that is not in UTC', scheduled(0, { scheduledAt: '2026-12-24T09:00:00+01:00' }), 'scheduledAt'],
    ['a time without a zone', scheduled(0, { scheduledAt: '2026-12-24T09:00:00' }), 'scheduledAt'],
    ['a day that does not exist', scheduled(0, { scheduledAt: '2027-02-30T09:00:00Z' }), 'scheduledAt'],
    ['an unknown mode', draft({ mode: 'later' }), 'mode'],
    ['no mode', draft({ mode: undefined }), 'mode'],
    ['no text', draft({ text: undefined }), 'text'],
    ['no Social Set', draft({ socialSetId: undefined }), 'socialSetId'],
    ['no targets', draft({ publishTargets: undefined }), 'publishTargets'],
    ['an empty list of targets', draft({ publishTargets: [] }), 'publishTargets'],
    [
      'an unknown platform',
      draft({ publishTargets: [{ socialAccountId: 'acc_x_1', platform: 'myspace' }] }),
      'publishTargets[0].platform',
    ],
    [
      'a target without an account',
      draft({ publishTargets: [...onX, { platform: 'x' }] }),
      'publishTargets[1].socialAccountId',
    ],
    [
      'an account of another Social Set',
      draft({ publishTargets: [{ socialAccountId: 'acc_x_2', platform: 'x' }] }),
      'publishTargets[0].socialAccountId',
    ],
    [
      'an account on another platform than it is',
      draft({ publishTargets: [{ socialAccountId: 'acc_x_1', platform: 'threads' }] }),
      'publishTargets[0].platform',
    ],
    [
      'an account named twice',
      draft({ publishTargets: [...onX, ...onX] }),
      'publishTargets[1].socialAccountId',
    ],
    ['a URL in the text', draft({ text: 'see https://example.com' }), 'text'],
    [
      'a URL in a textOverride',
      draft({ publishTargets: [{ ...onX[0], textOverride: 'www.example.com' }] }),
      'publishTargets[0].textOverride',
    ],
    ['a workspace that is not the Social Set’s', draft({ workspaceId: 'ws_2' }), 'workspaceId'],
  ];

  test.each(refused)('%s is refused with 422 validation_error', async (_, body, path) => {
    const answer = await send('POST', '/posts', body);
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'validation_error' } } });
    expect(answer.body.error.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect((await send('GET', '/posts')).body.data).toEqual([]);
  });

  test('the workspace guard passes when it is the Social Set’s own workspace', async () => {
    expect((await send('POST', '/posts', draft({ workspaceId: 'ws_1' }))).status).toBe(201);
  });

  test('an unknown Social Set answers 404', async () => {
    expect((await send('POST', '/posts', draft({ socialSetId: 'set_9' }))).status).toBe(404);
  });

  test('a disconnected account cannot be posted to', async () => {
    sandbox = createSandbox({
      socialSets: [{ id: 'set_1', accounts: [{ id: 'acc_x_1', platform: 'x', status: 'disconnected' }] }],
    });
    expect((await send('POST', '/posts', draft())).status).toBe(422);
  });
});

describe('GET /posts and GET /posts/{id}', () => {
  test('one post is returned as it was created', async () => {
    const created = await send('POST', '/posts', draft());
    expect((await send('GET', `/posts/${created.body.data.id}`)).body.data).toEqual(created.body.data);
  });

  test('a post that does not exist answers 404', async () => {
    expect((await send('GET', '/posts/post_99')).status).toBe(404);
  });

  test('posts come newest first', async () => {
    for (const text of ['one', 'two', 'three']) {
      await create(draft({ text }));
      await sandbox.advance(1000);
    }
    const { data } = (await send('GET', '/posts')).body;
    expect(data.map((post: { text: string }) => post.text)).toEqual(['three', 'two', 'one']);
  });

  test('posts can be narrowed to a state, a Social Set, a workspace and an idea', async () => {
    await create(draft());
    await create(scheduled(hour));
    await create(
      draft({ socialSetId: 'set_2', publishTargets: [{ socialAccountId: 'acc_x_2', platform: 'x' }] }),
    );
    const idea = (await send('POST', '/ideas', { socialSetId: 'set_1', content: 'x' })).body.data.id;
    await send('POST', `/ideas/${idea}/convert-to-post`);
    const count = async (query: string) => (await send('GET', `/posts?${query}`)).body.data.length;
    expect(await count('')).toBe(4);
    expect(await count('status=scheduled')).toBe(1);
    expect(await count('socialSetId=set_2')).toBe(1);
    expect(await count('workspaceId=ws_1')).toBe(3);
    expect(await count(`sourceIdeaId=${idea}`)).toBe(1);
    expect(await count('socialSetId=set_1&status=draft_unscheduled')).toBe(2);
    expect(await count('socialSetId=none')).toBe(0);
  });

  test('a status that is no post state is refused', async () => {
    expect((await send('GET', '/posts?status=done')).status).toBe(422);
  });
});

describe('PATCH /posts/{id}', () => {
  test('all fields can change, and what is not named stays', async () => {
    const id = await create(draft({ title: 'T' }));
    await sandbox.advance(1000);
    const answer = await send('PATCH', `/posts/${id}`, { text: 'New' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      text: 'New',
      title: 'T',
      createdAt: start,
      updatedAt: later(1000),
    });
    const targets = await send('PATCH', `/posts/${id}`, { publishTargets: onAll, title: 'U' });
    expect(targets.body.data.publishTargets).toEqual(
      onAll.map((target) => ({ ...target, status: 'pending' })),
    );
    expect(targets.body.data).toMatchObject({ text: 'New', title: 'U' });
  });

  test('a scheduledAt of null removes the schedule', async () => {
    const id = await create(scheduled(hour));
    const answer = await send('PATCH', `/posts/${id}`, { scheduledAt: null });
    expect(answer.body.data).toMatchObject({ status: 'draft_unscheduled', scheduledAt: null });
    await sandbox.advance(2 * hour);
    expect(sandbox.published).toEqual([]);
  });

  test('a scheduledAt on a draft makes it a draft that carries a schedule', async () => {
    const id = await create(draft());
    const answer = await send('PATCH', `/posts/${id}`, { scheduledAt: later(hour) });
    expect(answer.body.data).toMatchObject({ status: 'draft_scheduled', scheduledAt: later(hour) });
  });

  test('status scheduled puts a draft into the queue', async () => {
    const id = await create(draft());
    const answer = await send('PATCH', `/posts/${id}`, { status: 'scheduled', scheduledAt: later(hour) });
    expect(answer.body.data).toMatchObject({ status: 'scheduled', scheduledAt: later(hour) });
    await sandbox.advance(hour + 1000);
    expect(sandbox.published).toHaveLength(1);
  });

  test('status scheduled does not queue a draft whose time has passed', async () => {
    const id = await create(draft({ scheduledAt: later(hour) }));
    await sandbox.advance(2 * hour);
    const answer = await send('PATCH', `/posts/${id}`, { status: 'scheduled' });
    expect(answer).toMatchObject({ status: 422, body: { error: { issues: [{ path: 'scheduledAt' }] } } });
    expect(
      (await send('PATCH', `/posts/${id}`, { status: 'scheduled', scheduledAt: later(3 * hour) })).status,
    ).toBe(200);
  });

  test('status draft_scheduled takes a post out of the queue and keeps its time', async () => {
    const id = await create(scheduled(hour));
    const answer = await send('PATCH', `/posts/${id}`, { status: 'draft_scheduled' });
    expect(answer.body.data).toMatchObject({ status: 'draft_scheduled', scheduledAt: later(hour) });
    await sandbox.advance(2 * hour);
    expect(sandbox.published).toEqual([]);
  });

  test('status draft_unscheduled takes a post out of the queue and drops its time', async () => {
    const id = await create(scheduled(hour));
    const answer = await send('PATCH', `/posts/${id}`, { status: 'draft_unscheduled' });
    expect(answer.body.data).toMatchObject({ status: 'draft_unscheduled', scheduledAt: null });
    await sandbox.advance(2 * hour);
    expect(sandbox.published).toEqual([]);
  });

  test('another time moves the publication', async () => {
    const id = await create(scheduled(hour));
    await send('PATCH', `/posts/${id}`, { scheduledAt: later(3 * hour) });
    await sandbox.advance(2 * hour);
    expect(await get(id)).toMatchObject({ status: 'scheduled' });
    await sandbox.advance(2 * hour);
    expect(await get(id)).toMatchObject({ status: 'pushed' });
  });

  test.each([
    ['canceled', { status: 'canceled' }],
    ['processing', { status: 'processing' }],
    ['pushed', { status: 'pushed' }],
    ['failed', { status: 'failed' }],
    ['a past scheduledAt', { scheduledAt: later(-1) }],
    ['scheduled without a time', { status: 'scheduled' }],
    ['draft_scheduled without a time', { status: 'draft_scheduled' }],
    ['scheduled with a removed time', { status: 'scheduled', scheduledAt: null }],
    ['draft_unscheduled with a time', { status: 'draft_unscheduled', scheduledAt: later(hour) }],
    ['an empty body', {}],
    ['a URL', { text: 'http://example.com' }],
    ['no targets', { publishTargets: [] }],
    ['text null', { text: null }],
  ])('%s is refused with 422 and changes nothing', async (_, body) => {
    const id = await create(draft());
    const before = await get(id);
    const answer = await send('PATCH', `/posts/${id}`, body);
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'validation_error' } } });
    expect(await get(id)).toEqual(before);
  });

  test('a draft from an idea can keep its URL and its lack of targets until it is to go out', async () => {
    const idea = await send('POST', '/ideas', { socialSetId: 'set_1', content: 'Read https://example.com' });
    const { id } = (await send('POST', `/ideas/${idea.body.data.id}/convert-to-post`)).body.data;
    const out = { status: 'scheduled', scheduledAt: later(hour) };
    expect((await send('PATCH', `/posts/${id}`, { title: 'Soon' })).status).toBe(200);
    expect((await send('PATCH', `/posts/${id}`, out)).body.error.issues[0].path).toBe('publishTargets');
    expect((await send('PATCH', `/posts/${id}`, { publishTargets: onX })).status).toBe(200);
    expect((await send('PATCH', `/posts/${id}`, out)).body.error.issues[0].path).toBe('text');
    expect((await send('POST', `/posts/${id}/publish`)).body.error.issues[0].path).toBe('text');
    expect((await send('PATCH', `/posts/${id}`, { ...out, text: 'Read this' })).status).toBe(200);
  });

  test('a post that does not exist answers 404', async () => {
    expect((await send('PATCH', '/posts/post_99', { text: 'x' })).status).toBe(404);
  });

  test('a post that is processing, pushed or canceled cannot be changed', async () => {
    const processing = await create(publishNow());
    const pushed = await create(publishNow());
    await sandbox.advance(1000);
    const canceled = await create(scheduled(hour));
    await send('POST', `/posts/${canceled}/cancel`);
    const late = await create(publishNow());
    expect((await send('PATCH', `/posts/${late}`, { text: 'x' })).status).toBe(409);
    for (const id of [processing, pushed, canceled])
      expect((await send('PATCH', `/posts/${id}`, { text: 'x' })).body.error.code).toBe('invalid_state');
  });
});

describe('POST /posts/{id}/cancel', () => {
  test('a scheduled post is canceled with 200 and its time becomes null', async () => {
    const id = await create(scheduled(hour));
    const answer = await send('POST', `/posts/${id}/cancel`);
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'canceled', scheduledAt: null } } });
    await sandbox.advance(2 * hour);
    expect(sandbox.published).toEqual([]);
    expect(await get(id)).toMatchObject({ status: 'canceled' });
  });

  test('a post that does not exist answers 404', async () => {
    expect((await send('POST', '/posts/post_99/cancel')).status).toBe(404);
  });

  test('a draft without a schedule, a pushed and a canceled post cannot be canceled', async () => {
    const ids = [await create(draft()), await create(publishNow()), await create(scheduled(hour))];
    await sandbox.advance(1000);
    await send('POST', `/posts/${ids[2]}/cancel`);
    for (const id of ids) expect((await send('POST', `/posts/${id}/cancel`)).status).toBe(409);
  });

  test('a canceled post cannot be published again', async () => {
    const id = await create(scheduled(hour));
    await send('POST', `/posts/${id}/cancel`);
    expect((await send('POST', `/posts/${id}/publish`)).status).toBe(409);
  });
});

describe('POST /posts/{id}/publish', () => {
  test('a draft is put in the publishing queue with 202 and goes out', async () => {
    const id = await create(draft());
    const answer = await send('POST', `/posts/${id}/publish`);
    expect(answer).toMatchObject({
      status: 202,
      body: { data: { id, status: 'scheduled', scheduledAt: start } },
    });
    await sandbox.advance(1000);
    expect(await get(id)).toMatchObject({ status: 'pushed' });
    expect(sandbox.published).toHaveLength(1);
  });

  test('a scheduled post goes out at once, and not again at its time', async () => {
    const id = await create(scheduled(hour));
    await send('POST', `/posts/${id}/publish`);
    await sandbox.advance(2 * hour);
    expect(sandbox.published).toHaveLength(1);
  });

  test('a post that is processing or pushed cannot be published again', async () => {
    const id = await create(publishNow());
    expect((await send('POST', `/posts/${id}/publish`)).status).toBe(409);
    await sandbox.advance(1000);
    expect((await send('POST', `/posts/${id}/publish`)).status).toBe(409);
    await sandbox.advance(hour);
    expect(sandbox.published).toHaveLength(1);
  });

  test('a draft without targets is refused, and goes out once it has some', async () => {
    const idea = (await send('POST', '/ideas', { socialSetId: 'set_1', content: 'Hi' })).body.data.id;
    const { id } = (await send('POST', `/ideas/${idea}/convert-to-post`)).body.data;
    expect((await send('POST', `/posts/${id}/publish`)).status).toBe(422);
    await send('PATCH', `/posts/${id}`, { publishTargets: onX });
    expect((await send('POST', `/posts/${id}/publish`)).status).toBe(202);
  });

  test('a post that does not exist answers 404', async () => {
    expect((await send('POST', '/posts/post_99/publish')).status).toBe(404);
  });
});

describe('DELETE /posts/{id}', () => {
  test('a post is gone and does not go out', async () => {
    const id = await create(scheduled(hour));
    const answer = await send('DELETE', `/posts/${id}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { deleted: true }, requestId: expect.any(String) },
    });
    expect((await send('GET', `/posts/${id}`)).status).toBe(404);
    expect((await send('DELETE', `/posts/${id}`)).status).toBe(404);
    await sandbox.advance(2 * hour);
    expect(sandbox.published).toEqual([]);
  });

  test('a post that is processing cannot be deleted', async () => {
    const id = await create(publishNow());
    expect((await send('DELETE', `/posts/${id}`)).status).toBe(409);
    await sandbox.advance(1000);
    expect((await send('DELETE', `/posts/${id}`)).status).toBe(200);
  });
});
