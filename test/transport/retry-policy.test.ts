import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { backOff, isRetryable, serverWait } from '../../src/transport/retry.ts';

afterEach(() => vi.useRealTimers());

describe('what is worth another try', () => {
  it.each([
    [408, true],
    [429, true],
    [500, true],
    [502, true],
    [503, true],
    [504, true],
    [501, false],
    [505, false],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [409, false],
    [422, false],
    [301, false],
  ])('%i: %s', (status, retryable) => {
    expect(isRetryable(status, false)).toBe(retryable);
  });

  it('a 409 is, once the call may have reached the server before; no other refusal is', () => {
    expect(isRetryable(409, true)).toBe(true);
    expect(isRetryable(422, true)).toBe(false);
    expect(isRetryable(404, true)).toBe(false);
  });
});

describe('the back-off', () => {
  it.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [4, 4_000],
    [5, 8_000],
    [6, 8_000],
    [60, 8_000],
  ])('after %i failures it is anywhere from 0 to %i ms', (failures, most) => {
    expect(backOff(failures, () => 0)).toBe(0);
    expect(backOff(failures, () => 0.5)).toBe(most / 2);
    expect(backOff(failures, () => 1)).toBe(most);
  });

  it('is spread over the whole range', () => {
    const waits = Array.from({ length: 1_000 }, () => backOff(3));
    expect(Math.min(...waits)).toBeLessThan(200);
    expect(Math.max(...waits)).toBeGreaterThan(1_800);
  });
});

describe('how long the server asks to wait', () => {
  const now = '2026-11-21T09:00:00Z';
  const httpDate = (iso: string) => new Date(iso).toUTCString();

  it.each<[name: string, headers: Record<string, string>, wait: number | undefined]>([
    ['nothing said', {}, undefined],
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['zero', { 'retry-after': '0' }, 0],
    ['a fraction', { 'retry-after': '0.05' }, 50],
    ['an hour', { 'retry-after': '3600' }, 3_600_000],
    ['two headers of one name', { 'retry-after': '5, 10' }, 10_000],
    ['the longest first', { 'retry-after': '10, 5' }, 10_000],
    ['one of two unreadable', { 'retry-after': 'soon, 5' }, 5_000],
    ['a negative number', { 'retry-after': '-5' }, undefined],
    ['an empty value', { 'retry-after': '' }, undefined],
    ['words', { 'retry-after': 'later' }, undefined],
    ['a number with a unit', { 'retry-after': '5s' }, undefined],
    ['a number in another notation', { 'retry-after': '1e3' }, undefined],
    ['a date', { 'retry-after': httpDate('2026-11-21T09:00:30Z') }, 30_000],
    ['a date in the past', { 'retry-after': httpDate('2026-11-21T08:00:00Z') }, 0],
    [
      "a date against the answer's own, whatever our clock says",
      { 'retry-after': httpDate('2026-11-21T12:00:30Z'), date: httpDate('2026-11-21T12:00:00Z') },
      30_000,
    ],
    [
      'two dates',
      { 'retry-after': `${httpDate('2026-11-21T09:00:30Z')}, ${httpDate('2026-11-21T09:00:40Z')}` },
      40_000,
    ],
    ['milliseconds', { 'retry-after-ms': '250' }, 250],
    ['milliseconds win over seconds', { 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    ['unreadable milliseconds do not', { 'retry-after-ms': 'x', 'retry-after': '9' }, 9_000],
    ['RateLimit-Reset', { 'ratelimit-reset': '12' }, 12_000],
    ['X-RateLimit-Reset in seconds', { 'x-ratelimit-reset': '12' }, 12_000],
    ['X-RateLimit-Reset in epoch seconds', { 'x-ratelimit-reset': `${Date.parse(now) / 1000 + 20}` }, 20_000],
    ['X-RateLimit-Reset in epoch milliseconds', { 'x-ratelimit-reset': `${Date.parse(now) + 1_500}` }, 1_500],
    [
      "an epoch against the answer's own date",
      {
        'x-ratelimit-reset': `${Date.parse('2026-11-21T12:00:20Z') / 1000}`,
        date: httpDate('2026-11-21T12:00:00Z'),
      },
      20_000,
    ],
    ['a reset that is over', { 'x-ratelimit-reset': `${Date.parse(now) / 1000 - 20}` }, 0],
    ['Retry-After wins over a reset', { 'retry-after': '3', 'ratelimit-reset': '50' }, 3_000],
  ])('%s', (_name, headers, wait) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
    expect(serverWait(429, new Headers(headers))).toBe(wait);
  });

  it.each([
    [429, 12_000],
    [503, 12_000],
    [500, undefined],
    [404, undefined],
  ])('a reset header on a %i gives %s: elsewhere it only says when the window ends', (status, wait) => {
    expect(serverWait(status, new Headers({ 'ratelimit-reset': '12' }))).toBe(wait);
  });

  it('is never negative, never NaN, whatever a header holds', () => {
    const value = fc.stringMatching(/^[ -~]*$/);
    fc.assert(
      fc.property(
        fc.constantFrom('retry-after', 'retry-after-ms', 'x-ratelimit-reset'),
        value,
        (name, text) => {
          const wait = serverWait(429, new Headers({ [name]: text }));
          expect(wait === undefined || (Number.isFinite(wait) && wait >= 0)).toBe(true);
        },
      ),
    );
  });
});
