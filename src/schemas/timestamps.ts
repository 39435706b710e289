import { timestamp } from './checks.ts';

const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;

/** Days that a month does not have are rolled over by `Date`, so `2026-02-30` needs a look of its own. */
function dayExists(text: string): boolean {
  const date = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(text.slice(8, 10));
}

/**
 * A time as it goes on the wire. What is no such time comes back as it is, for the schema to refuse.
 * A wall-clock string without a zone is none: it names another moment in each zone.
 */
function toWire(value: unknown): unknown {
  // As it goes out already.
  if (timestamp(value)) return value;
  const time = epochOf(value);
  if (time === undefined) return value;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString();
}

function epochOf(value: unknown): number | undefined {
  if (typeof value === 'string') {
    const time = zoned.test(value) && dayExists(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? undefined : time;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  // A Date of another realm is no `instanceof Date`.
  if (Object.prototype.toString.call(value) === '[object Date]') return Number(value);
  if ('epochMilliseconds' in value && typeof value.epochMilliseconds === 'number')
    return value.epochMilliseconds;
  return undefined;
}

/** A copy of the params with the named fields as ISO 8601 UTC strings. */
export function normalizeTimestamps(params: unknown, fields: readonly string[]): unknown {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return params;
  const wire: Record<string, unknown> = { ...params };
  for (const field of fields) {
    if (wire[field] !== undefined && wire[field] !== null) wire[field] = toWire(wire[field]);
  }
  return wire;
}
