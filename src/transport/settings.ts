import type { RequestIssue } from '../errors/local.ts';
import type { RequestOptions } from '../types/options.ts';

/** A numeric option, as data. */
interface NumberRule {
  readonly test: (value: number) => boolean;
  readonly message: string;
}

const positive: NumberRule = {
  // Infinity is how one call lifts a limit of the client's.
  test: (value) => value > 0,
  message: 'must be a positive number of milliseconds',
};

/** The numeric options of clients and calls. */
const numberRules: Readonly<Record<string, NumberRule>> = {
  timeout: positive,
  totalTimeout: positive,
  maxRetries: {
    test: (value) => Number.isInteger(value) && value >= 0,
    message: 'must be an integer of at least 0',
  },
  maxPacingWait: { test: (value) => value >= 0, message: 'must be a number of milliseconds, 0 or more' },
};

const numberRows = Object.entries(numberRules);

/** What is wrong with the numeric options of a client or a call. */
export function checkNumbers(options: object): RequestIssue[] {
  const issues: RequestIssue[] = [];
  for (const [path, { test, message }] of numberRows) {
    const value = (options as Readonly<Record<string, unknown>>)[path]; // any object can be read by name
    if (value === undefined || (typeof value === 'number' && test(value))) continue;
    const got = typeof value === 'string' ? `'${value}'` : String(value);
    issues.push({ path, message: `${message} (got ${got})` });
  }
  return issues;
}

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** What is wrong with the options of one call. */
export function checkCallOptions(options: RequestOptions): RequestIssue[] {
  const issues = checkNumbers(options);
  const { idempotencyKey, signal } = options;
  const validKey = typeof idempotencyKey === 'string' && visibleAscii.test(idempotencyKey);
  if (idempotencyKey !== undefined && !validKey)
    issues.push({ path: 'idempotencyKey', message: 'must be 1 to 255 visible ASCII characters' });
  // By its shape: a signal may come from another realm.
  if (signal && (typeof signal.aborted !== 'boolean' || typeof signal.addEventListener !== 'function'))
    issues.push({ path: 'signal', message: 'must be an AbortSignal' });
  return issues;
}
