import { describe, expect, it } from 'vitest';
import { codeOf, type Failure, outcomeOf } from '../../src/transport/outcome.ts';

describe('what a failed attempt leaves behind', () => {
  const answer = (status: number): Failure => ({ kind: 'answer', status });
  const network = (code?: string): Failure => ({ kind: 'network', code });

  it.each<[Failure, write: string, read: string]>([
    [answer(400), 'rejected', 'rejected'],
    [answer(409), 'rejected', 'rejected'],
    [answer(429), 'rejected', 'rejected'],
    [answer(302), 'rejected', 'rejected'],
    [answer(499), 'rejected', 'rejected'],
    [answer(500), 'unknown', 'rejected'],
    [answer(503), 'unknown', 'rejected'],
    [{ kind: 'unreadable' }, 'unknown', 'rejected'],
    [{ kind: 'timeout' }, 'unknown', 'not-sent'],
    [{ kind: 'abort' }, 'unknown', 'not-sent'],
    [network(), 'unknown', 'not-sent'],
    [network('ECONNRESET'), 'unknown', 'not-sent'],
    [network('UND_ERR_SOCKET'), 'unknown', 'not-sent'],
    [network('ECONNREFUSED'), 'not-sent', 'not-sent'],
    [network('ENOTFOUND'), 'not-sent', 'not-sent'],
    [network('EAI_AGAIN'), 'not-sent', 'not-sent'],
    [network('UND_ERR_CONNECT_TIMEOUT'), 'not-sent', 'not-sent'],
    [network('ConnectionRefused'), 'not-sent', 'not-sent'],
  ])('%j: %s on a write, %s on a read', (failure, write, read) => {
    for (const method of ['POST', 'PATCH', 'DELETE'] as const) expect(outcomeOf(method, failure)).toBe(write);
    expect(outcomeOf('GET', failure)).toBe(read);
  });
});

describe('the code of a connection error', () => {
  const coded = Object.assign(new Error('connect'), { code: 'ECONNRESET' });

  it.each<[string, unknown, string | undefined]>([
    ['on the error', coded, 'ECONNRESET'],
    ['on its cause', new TypeError('fetch failed', { cause: coded }), 'ECONNRESET'],
    ['deeper', new Error('a', { cause: new Error('b', { cause: coded }) }), 'ECONNRESET'],
    ['nowhere', new Error('a'), undefined],
    ['a number, as of a DOMException', new DOMException('a', 'AbortError'), undefined],
    ['of what is no error', 'ECONNRESET', undefined],
    ['of nothing', null, undefined],
  ])('%s', (_where, error, code) => {
    expect(codeOf(error)).toBe(code);
  });

  it('a chain of causes that bites its tail ends', () => {
    const error = new Error('a');
    error.cause = error;
    expect(codeOf(error)).toBeUndefined();
  });
});

it('a port that fetch refuses was never connected to', () => {
  const error = new TypeError('fetch failed', { cause: new Error('bad port') });
  expect(outcomeOf('POST', { kind: 'network', code: codeOf(error) })).toBe('not-sent');
});
