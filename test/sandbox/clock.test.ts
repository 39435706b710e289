import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import { draft, hour, later, publishNow, raw, start, upload } from './raw.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('The clock', () => {
  test.each([
    ['a string', start],
    ['a Date', new Date(start)],
    ['a number', Date.parse(start)],
  ])('starts where it is told, by %s', (_, now) => {
    expect(createSandbox({ now }).now.toISOString()).toBe(start);
  });

  test('starts at the real time unless told otherwise', () => {
    vi.setSystemTime('2030-05-05T05:05:05Z');
    expect(createSandbox().now.toISOString()).toBe('2030-05-05T05:05:05.000Z');
  });

  test('runs along with real time, plus what advance() added', async () => {
    const sandbox = createSandbox({ now: start });
    vi.advanceTimersByTime(1500);
    expect(sandbox.now.toISOString()).toBe(later(1500));
    await sandbox.advance(hour);
    vi.advanceTimersByTime(500);
    expect(sandbox.now.toISOString()).toBe(later(hour + 2000));
  });

  test('never goes back, also when real time does', () => {
    vi.setSystemTime('2030-01-01T00:00:00Z');
    const sandbox = createSandbox({ now: start });
    vi.setSystemTime('2020-01-01T00:00:00Z');
    expect(sandbox.now.toISOString()).toBe(start);
    vi.advanceTimersByTime(1000);
    expect(sandbox.now.toISOString()).toBe(later(1000));
  });

  test('stamps records', async () => {
    const sandbox = createSandbox({ now: start });
    await sandbox.advance(hour);
    const { data } = (await raw(sandbox, 'POST', '/posts', draft())).body;
    expect(data).toMatchObject({ createdAt: later(hour), updatedAt: later(hour) });
  });

  test('is set to a time that exists, and moved on by milliseconds from 0', async () => {
    expect(() => createSandbox({ now: 'tomorrow' })).toThrow(TypeError);
    const sandbox = createSandbox({ now: start });
    await expect(sandbox.advance(-1)).rejects.toThrow(RangeError);
    await expect(sandbox.advance(Number.NaN)).rejects.toThrow(RangeError);
    await expect(sandbox.advance(Number.POSITIVE_INFINITY)).rejects.toThrow(RangeError);
    expect(sandbox.now.toISOString()).toBe(start);
  });

  test('decides what is past: a schedule in real time’s future can be past, and the other way round', async () => {
    vi.setSystemTime('2026-01-01T00:00:00Z');
    const sandbox = createSandbox({ now: start });
    const at = (scheduledAt: string) =>
      raw(sandbox, 'POST', '/posts', draft({ mode: 'scheduled', scheduledAt }));
    expect((await at('2026-06-01T00:00:00Z')).status).toBe(422);
    expect((await at('2026-12-24T00:00:00Z')).status).toBe(201);
  });
});

describe('The same calls', () => {
  test('give the same answers in every sandbox that starts at the same time', async () => {
    const tell = async () => {
      const sandbox = createSandbox({ now: start });
      const answers = [
        await raw(sandbox, 'POST', '/posts', publishNow()),
        await raw(sandbox, 'POST', '/ideas', { socialSetId: 'set_1', content: 'x' }),
        await raw(sandbox, 'GET', '/me'),
      ];
      await sandbox.advance(hour);
      answers.push(await raw(sandbox, 'GET', '/posts'), await raw(sandbox, 'GET', '/usage'));
      return answers.map(({ body }) => body);
    };
    expect(await tell()).toEqual(await tell());
  });
});

describe('reset()', () => {
  test('makes everything as it was at the start', async () => {
    const sandbox = createSandbox({ now: start });
    const first = await raw(sandbox, 'GET', '/usage');
    await upload(sandbox);
    for (let i = 0; i < 4; i++)
      await raw(sandbox, 'POST', '/posts', publishNow(), { idempotencyKey: `k${i}` });
    await raw(sandbox, 'POST', '/ideas', { socialSetId: 'set_1', content: 'x' });
    await raw(sandbox, 'POST', '/folders', { socialSetId: 'set_1', name: 'x' });
    await sandbox.advance(hour);
    sandbox.inject({ fault: { type: 'drop' } });
    sandbox.injectPublish({ outcome: { type: 'fail' } });
    expect(sandbox.published).toHaveLength(3);

    sandbox.reset();

    expect(sandbox.now.toISOString()).toBe(start);
    expect(sandbox.requests).toEqual([]);
    expect(sandbox.uploads).toEqual([]);
    expect(sandbox.published).toEqual([]);
    expect((await raw(sandbox, 'GET', '/usage')).body).toEqual(first.body);
    for (const list of ['posts', 'ideas', 'folders', 'media-assets'])
      expect((await raw(sandbox, 'GET', `/${list}`)).body.data).toEqual([]);
    const answer = await raw(sandbox, 'POST', '/posts', publishNow({ text: 'Other' }), {
      idempotencyKey: 'k0',
    });
    expect(answer).toMatchObject({ status: 202, body: { data: { id: 'post_1' } } });
    await sandbox.advance(hour);
    expect(sandbox.published).toHaveLength(1);
  });
});
