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

/** Gives objects one order of fields, and every kind of timestamp one form. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // A Temporal.Instant has no fields of its own.
  if ('epochMilliseconds' in value && typeof value.epochMilliseconds === 'number') {
    return new Date(value.epochMilliseconds).toISOString();
  }
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
