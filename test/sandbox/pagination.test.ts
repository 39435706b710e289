import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { draft, raw } from './raw.ts';

const quiet = (): Sandbox => createSandbox({ rateLimits: false });

const create = async (sandbox: Sandbox): Promise<string> =>
  (await raw(sandbox, 'POST', '/posts', draft())).body.data.id;

const page = async (sandbox: Sandbox, query = '') => (await raw(sandbox, 'GET', `/posts${query}`)).body;

const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);

describe('A list', () => {
  test('shows 50 records by default, 100 at most, newest first', async () => {
    const sandbox = quiet();
    const ids: string[] = [];
    for (let i = 0; i < 120; i++) ids.unshift(await create(sandbox));
    expect(idsOf(await page(sandbox))).toEqual(ids.slice(0, 50));
    expect(idsOf(await page(sandbox, '?limit=100'))).toEqual(ids.slice(0, 100));
    expect(idsOf(await page(sandbox, '?limit=1'))).toEqual(ids.slice(0, 1));
  });

  test.each(['101', '0', '-1', '1.5', 'ten', '', '1e1', '99999999999999999999'])(
    'refuses a limit of %j with 422',
    async (limit) => {
      expect((await raw(quiet(), 'GET', `/posts?limit=${limit}`)).status).toBe(422);
    },
  );

  test('goes on at its cursor, and ends with a null one', async () => {
    const sandbox = quiet();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift(await create(sandbox));
    const first = await page(sandbox, '?limit=2');
    const second = await page(sandbox, `?limit=2&cursor=${first.pagination.nextCursor}`);
    const third = await page(sandbox, `?limit=2&cursor=${second.pagination.nextCursor}`);
    expect([...idsOf(first), ...idsOf(second), ...idsOf(third)]).toEqual(ids);
    expect(third.pagination.nextCursor).toBeNull();
  });

  test('ends with a null cursor when the last page is full', async () => {
    const sandbox = quiet();
    for (let i = 0; i < 4; i++) await create(sandbox);
    const first = await page(sandbox, '?limit=2');
    const second = await page(sandbox, `?limit=2&cursor=${first.pagination.nextCursor}`);
    expect(second.data).toHaveLength(2);
    expect(second.pagination.nextCursor).toBeNull();
  });

  test('has opaque cursors that need no encoding in a query', async () => {
    const sandbox = quiet();
    for (let i = 0; i < 3; i++) await create(sandbox);
    const { nextCursor } = (await page(sandbox, '?limit=1')).pagination;
    expect(nextCursor).toMatch(/^[\w-]+$/);
    expect(nextCursor).not.toContain('post');
  });

  test('refuses a cursor that is not its own with 422', async () => {
    const sandbox = quiet();
    for (let i = 0; i < 3; i++) {
      await create(sandbox);
      await raw(sandbox, 'POST', '/ideas', { socialSetId: 'set_1', content: 'x' });
    }
    const other = (await raw(sandbox, 'GET', '/ideas?limit=1')).body.pagination.nextCursor;
    for (const cursor of [
      other,
      '2',
      'null',
      '%F0%9F%98%80',
      '',
      btoa('posts.list:-1'),
      btoa('posts.list:1e9'),
    ])
      expect((await raw(sandbox, 'GET', `/posts?cursor=${cursor}`)).status).toBe(422);
  });

  test.each([
    'accounts',
    'platforms',
    'social-sets',
    'workspaces',
    'folders',
    'ideas',
    'media-assets',
    'posts',
  ])('/%s takes limit and cursor', async (name) => {
    const sandbox = quiet();
    for (const content of ['a', 'b']) {
      await create(sandbox);
      await raw(sandbox, 'POST', '/ideas', { socialSetId: 'set_1', content });
      await raw(sandbox, 'POST', '/folders', { socialSetId: 'set_1', name: content });
    }
    const { data: all } = (await raw(sandbox, 'GET', `/${name}`)).body;
    const walked: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await raw(sandbox, 'GET', `/${name}?limit=1${cursor && `&cursor=${cursor}`}`);
      walked.push(...body.data);
      cursor = body.pagination.nextCursor;
    }
    expect(walked).toEqual(all);
    expect((await raw(sandbox, 'GET', `/${name}?limit=101`)).status).toBe(422);
  });
});

describe('While records come and go', () => {
  test('a walk shows every record that was there all along, each once, and none in the wrong order', async () => {
    const step = fc.record({
      limit: fc.integer({ min: 1, max: 4 }),
      created: fc.integer({ min: 0, max: 3 }),
      // Which records are deleted before the next page, by their share of the list.
      deleted: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 12 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (count, steps) => {
          const sandbox = quiet();
          const alive = new Set<string>();
          for (let i = 0; i < count; i++) alive.add(await create(sandbox));
          const original = [...alive];
          const gone = new Set<string>();
          const seen: string[] = [];
          let cursor: string | null = '';
          for (let i = 0; cursor !== null; i++) {
            const { limit, created, deleted } = steps[i % steps.length] ?? {
              limit: 1,
              created: 0,
              deleted: [],
            };
            const body: Awaited<ReturnType<typeof page>> = await page(
              sandbox,
              `?limit=${limit}${cursor && `&cursor=${cursor}`}`,
            );
            seen.push(...idsOf(body));
            cursor = body.pagination.nextCursor;
            for (const share of deleted) {
              const id = [...alive][Math.floor(share * alive.size)];
              if (!id) continue;
              await raw(sandbox, 'DELETE', `/posts/${id}`);
              alive.delete(id);
              gone.add(id);
            }
            for (let n = 0; n < created; n++) alive.add(await create(sandbox));
          }
          const order = seen.map((id) => Number(id.split('_')[1]));
          expect(order).toEqual([...new Set(order)].sort((a, b) => b - a));
          expect(seen).toEqual(expect.arrayContaining(original.filter((id) => !gone.has(id))));
        },
      ),
      { numRuns: 60 },
    );
  });
});
