import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Hooks, Logger, LogLevel, Pacer } from '../../src/index.ts';
import { warmUp } from '../support/clock.ts';
import { draft, failureOf, json, postEnvelope, testClient } from '../support/fixtures.ts';
import { scriptedFetch } from '../support/scripted-fetch.ts';

beforeAll(warmUp);

const refusal = json({}, { status: 503, headers: { 'retry-after-ms': '1', 'x-request-id': 'req_0' } });

/** As an async function would, where TypeScript lets one stand for a function without a result. */
const rejectLater = (): undefined => {
  const rejected: unknown = Promise.reject(new Error('it is down'));
  return rejected as undefined;
};

const slowTurn: Pacer = {
  acquire: async (_call, { onWait }) => onWait?.({ waitMs: 12.5, bucket: 'postsWritePerMinute' }),
  observe: () => undefined,
};

/** A call that is paced, refused, and tried again. */
async function eventfulCall(options: { hooks?: Hooks; logger?: Logger; logLevel?: LogLevel }) {
  const { fetch } = scriptedFetch(refusal, json(postEnvelope));
  const client = testClient({ fetch, pacing: slowTurn, ...options });
  return client.posts.create(draft, { idempotencyKey: 'key_1' });
}

describe('hooks', () => {
  it('are told of each step, with plain objects', async () => {
    const told: [string, object][] = [];
    await eventfulCall({
      hooks: {
        onRequest: (event) => told.push(['request', event]),
        onResponse: (event) => told.push(['response', event]),
        onRetry: (event) => told.push(['retry', event]),
        onPaced: (event) => told.push(['paced', event]),
      },
    });
    const call = { operation: 'posts.create', method: 'POST', path: '/posts', idempotencyKey: 'key_1' };
    const durationMs = expect.any(Number);
    const paced = { waitMs: 12.5, bucket: 'postsWritePerMinute' };
    expect(told).toEqual([
      ['paced', { ...call, attempt: 1, ...paced }],
      ['request', { ...call, attempt: 1 }],
      ['response', { ...call, attempt: 1, status: 503, durationMs, requestId: 'req_0' }],
      [
        'retry',
        { ...call, attempt: 1, delayMs: 1, error: expect.objectContaining({ status: 503, attempts: 1 }) },
      ],
      ['paced', { ...call, attempt: 2, ...paced }],
      ['request', { ...call, attempt: 2 }],
      ['response', { ...call, attempt: 2, status: 200, durationMs, requestId: 'req_1' }],
    ]);
    for (const [, event] of told) expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
  });

  it('of a read have no key; ids are filled into the path', async () => {
    const onRequest = vi.fn();
    const { fetch } = scriptedFetch(json(postEnvelope));
    await testClient({ fetch, hooks: { onRequest } }).posts.get('a b');
    expect(onRequest.mock.calls).toEqual([
      [{ operation: 'posts.get', method: 'GET', path: '/posts/a%20b', attempt: 1 }],
    ]);
  });

  it('that throw, or reject, or freeze what they are given, never break a call', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const fail = (): never => {
      throw new Error('metrics are down');
    };
    const spoil = (event: object): void => {
      Object.assign(event, { attempt: 99, status: 0 });
      Object.freeze(event);
    };
    for (const hook of [fail, rejectLater, spoil]) {
      const hooks = { onRequest: hook, onResponse: hook, onRetry: hook, onPaced: hook };
      expect(await eventfulCall({ hooks })).toMatchObject({ id: 'post_1' });
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('may be methods of an object, and keep their this', async () => {
    class Metrics {
      count = 0;
      onRequest(): void {
        this.count++;
      }
    }
    const metrics = new Metrics();
    await eventfulCall({ hooks: metrics });
    expect(metrics.count).toBe(2);
  });

  it('are not told of a response, nor of a retry, when none came', async () => {
    const onResponse = vi.fn();
    const onRetry = vi.fn();
    const { fetch } = scriptedFetch(new Error('cut'));
    const client = testClient({ fetch, maxRetries: 0, hooks: { onResponse, onRetry } });
    await failureOf(client.posts.create(draft));
    expect([onResponse, onRetry].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });
});

describe('the log', () => {
  const logged = async (logLevel: LogLevel): Promise<string[]> => {
    const lines: string[] = [];
    const write = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
    const logger = { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
    await eventfulCall({ logger, logLevel });
    return lines;
  };

  it('says nothing of a call that goes well in the end, unless asked', async () => {
    expect(await logged('off')).toEqual([]);
    expect(await logged('error')).toEqual([]);
    expect(await logged('warn')).toEqual([]);
  });

  it('tells of waits at info, and of each request at debug', async () => {
    const waits = [
      'info [social-publishing] waiting 13 ms for a turn (postsWritePerMinute)',
      expect.stringMatching(
        /^info \[social-publishing\] retry in 1 ms: posts\.create \(POST \/posts\): 503: /,
      ),
      'info [social-publishing] waiting 13 ms for a turn (postsWritePerMinute)',
    ];
    expect(await logged('info')).toEqual(waits);
    expect((await logged('debug')).filter((line) => line.startsWith('debug'))).toEqual([
      'debug [social-publishing] request',
      'debug [social-publishing] response',
      'debug [social-publishing] request',
      'debug [social-publishing] response',
    ]);
  });

  it('goes to the console by default', async () => {
    const debug = vi.spyOn(console, 'debug').mockReturnValue();
    const { fetch } = scriptedFetch(json(postEnvelope));
    await testClient({ fetch, logLevel: 'debug' }).posts.get('a');
    expect(debug).toHaveBeenCalledWith(
      '[social-publishing] request',
      expect.objectContaining({ attempt: 1 }),
    );
    debug.mockRestore();
  });

  it('that throws, or rejects, or lacks a method, never breaks a call', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const fail = (): never => {
      throw new Error('disk full');
    };
    for (const write of [fail, rejectLater]) {
      const logger = { error: write, warn: write, info: write, debug: write };
      expect(await eventfulCall({ logger, logLevel: 'debug' })).toMatchObject({ id: 'post_1' });
    }
    expect(await eventfulCall({ logger: {} as Logger, logLevel: 'debug' })).toMatchObject({ id: 'post_1' }); // what JavaScript lets through
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
