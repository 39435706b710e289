/** Statuses that may be different next time. */
const transient: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

const base = 500;
const cap = 8_000;

/** Whether an answer with this status is worth another try. */
export function isRetryable(status: number, mayHaveReached: boolean): boolean {
  // A 409 after an attempt that may have arrived is our own request, still in progress.
  return transient.has(status) || (status === 409 && mayHaveReached);
}

/** Exponential with full jitter, in milliseconds: at most 500 before the first retry, never over 8000. */
export function backOff(failures: number, random: () => number = Math.random): number {
  return random() * Math.min(cap, base * 2 ** (failures - 1));
}

/** When a server's clock is not shown, ours has to do. */
function serverNow(headers: Headers): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

/** A count that may stand several times, as two headers of one name arrive: `5, 10`. The longest holds. */
function largestNumber(value: string): number | undefined {
  const numbers = value
    .split(',')
    .map((part) => (/^\s*\d+(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN));
  const largest = Math.max(...numbers);
  return Number.isFinite(largest) ? largest : undefined;
}

// `X-RateLimit-Reset` counts seconds from now, or from 1970 when it is that large.
const epochSeconds = 1e9;
const epochMilliseconds = 1e12;

function resetWait(value: number, headers: Headers): number {
  if (value >= epochMilliseconds) return value - serverNow(headers);
  if (value >= epochSeconds) return value * 1000 - serverNow(headers);
  return value * 1000;
}

/** Where a server says how long to wait, the most exact first. Each gives milliseconds. */
const sources: readonly [header: string, read: (value: string, headers: Headers) => number | undefined][] = [
  ['retry-after-ms', (value) => largestNumber(value)],
  [
    'retry-after',
    (value, headers) => {
      const seconds = largestNumber(value);
      if (seconds !== undefined) return seconds * 1000;
      const date = Date.parse(value);
      return Number.isNaN(date) || !/[a-z]{3}/i.test(value) ? undefined : date - serverNow(headers);
    },
  ],
];

const resetHeaders = ['ratelimit-reset', 'x-ratelimit-reset'] as const;

/** How long the server asks to wait, in milliseconds, if it does. */
export function serverWait(status: number, headers: Headers): number | undefined {
  for (const [header, read] of sources) {
    const value = headers.get(header);
    const wait = value === null ? undefined : read(value, headers);
    if (wait !== undefined) return Math.max(0, wait);
  }
  // On other answers a reset header only says when the window ends.
  if (status !== 429 && status !== 503) return undefined;
  for (const header of resetHeaders) {
    const value = largestNumber(headers.get(header) ?? '');
    if (value !== undefined) return Math.max(0, resetWait(value, headers));
  }
  return undefined;
}
