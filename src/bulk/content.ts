import { sha256 } from '../idempotency/key-from.ts';

/** A hash of what an item says: alike for equal items, whatever the order of their fields. */
export async function fingerprintOf(item: unknown): Promise<string> {
  let text: string;
  try {
    text = JSON.stringify(item, inOrder) ?? 'undefined';
  } catch (error) {
    // A cycle: it cannot be sent either, and is refused for that.
    text = `no JSON: ${String(error)}`;
  }
  return sha256(text);
}

function epochIn(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('epochMilliseconds' in value)) return undefined;
  return typeof value.epochMilliseconds === 'number' ? value.epochMilliseconds : undefined;
}

/** Gives objects one order of fields, and every kind of timestamp one form. */
function inOrder(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  // Not `value`: of a Temporal.Instant that is its own text by now, which is not that of a Date.
  const time = epochIn(this[name]);
  if (time !== undefined) return new Date(time).toISOString();
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
