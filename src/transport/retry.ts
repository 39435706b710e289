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

/** The largest of what could be read. Two headers of one name arrive as one, `5, 10`: the longest wait holds. */
function largest(values: readonly number[]): number | undefined {
  const readable = values.filter(Number.isFinite);
  return readable.length === 0 ? undefined : Math.max(...readable);
}

function numberIn(value: string): number | undefined {
  return largest(
    value.split(',').map((part) => (/^\s*\d+(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN)),
  );
}

/** An HTTP date has a comma of its own: `Sat, 21 Nov 2026 09:00:00 GMT`. */
function dateIn(value: string): number | undefined {
  return largest((value.match(/[a-z]+, [^,]+/gi) ?? []).map((date) => Date.parse(date)));
}

// `X-RateLimit-Reset` counts seconds from now, or from 1970 when it is that large.
const epochSeconds = 1e9;
const epochMilliseconds = 1e12;

function resetWait(value: number, headers: Headers): number {
  if (value >= epochMilliseconds) return value - serverNow(headers);
  if (value >= epochSeconds) return value * 1000 - serverNow(headers);
  return value * 1000;
}

/** One way to say how long to wait: a header, and how its value becomes milliseconds. */
interface WaitHeader {
  readonly name: string;
  readonly read: (value: string, headers: Headers) => number | undefined;
}

/** The most exact first. */
const askedWaits: readonly WaitHeader[] = [
  { name: 'retry-after-ms', read: numberIn },
  {
    name: 'retry-after',
    read: (value, headers) => {
      const seconds = numberIn(value);
      if (seconds !== undefined) return seconds * 1000;
      const date = dateIn(value);
      return date === undefined ? undefined : date - serverNow(headers);
    },
  },
];

const resets: readonly WaitHeader[] = ['ratelimit-reset', 'x-ratelimit-reset'].map((name) => ({
  name,
  read: (value, headers) => {
    const reset = numberIn(value);
    return reset === undefined ? undefined : resetWait(reset, headers);
  },
}));

/** Statuses that are about too many calls. On others a reset header only says when the window ends. */
const overloaded: ReadonlySet<number> = new Set([429, 503]);

/** How long the server asks to wait, in milliseconds, if it does. */
export function serverWait(status: number, headers: Headers): number | undefined {
  for (const { name, read } of overloaded.has(status) ? [...askedWaits, ...resets] : askedWaits) {
    const wait = read(headers.get(name) ?? '', headers);
    if (wait !== undefined) return Math.max(0, wait);
  }
  return undefined;
}
