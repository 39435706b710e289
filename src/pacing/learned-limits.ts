import type { LimitName } from './limits.ts';
import type { PacerObservation } from './pacer.ts';

/** What an answer said of one limit. */
export interface LearnedLimit {
  readonly name: LimitName;
  readonly max: number;
  /** How many calls the service has counted in its window. */
  readonly used: number | undefined;
}

type Report = Extract<PacerObservation, { type: 'me' | 'usage' }>;
type MaxByName = Readonly<Record<LimitName, { readonly max: number }>>;

/**
 * Reads the limits in force from an answer. The document shows no shape for those of `GET /usage`: numbers
 * and `{ limit, remaining }` are understood, anything else says nothing. `reset` has no unit and is left alone.
 */
export function learnedLimits(report: Report, known: MaxByName): LearnedLimit[] {
  if (report.type === 'me') return fromMe(report.rateLimit, known);
  const { endpointLimits, ...general } = record(report.rateLimit);
  return Object.entries({ ...general, ...record(endpointLimits) }).flatMap(
    ([name, value]) => (Object.hasOwn(known, name) ? read(name as LimitName, value) : []), // it is one of the known names
  );
}

/** The rows that count `GET /me`. Its answer gives the most restrictive one, without a name. */
const meRows = ['meReadPerMinute', 'defaultPerMinute'] as const satisfies readonly LimitName[];

function fromMe(value: unknown, known: MaxByName): LearnedLimit[] {
  return read('meReadPerMinute', value).map((learned) => {
    // A number that a row already has is that row. Another one is news about the tightest.
    const same = meRows.find((name) => known[name].max === learned.max);
    const tightest =
      known.defaultPerMinute.max < known.meReadPerMinute.max ? 'defaultPerMinute' : 'meReadPerMinute';
    return { ...learned, name: same ?? tightest };
  });
}

function read(name: LimitName, value: unknown): LearnedLimit[] {
  const { limit, remaining } = typeof value === 'number' ? { limit: value } : record(value);
  if (!isCount(limit) || limit === 0) return [];
  return [{ name, max: limit, used: isCount(remaining) ? Math.max(0, limit - remaining) : undefined }];
}

// Each counted call is remembered for its window, so a limit beyond reason would cost memory for nothing.
const mostCalls = 1_000_000;

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= mostCalls;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
