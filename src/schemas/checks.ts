/**
 * Whether a value is surely good, by plain functions: what most calls need to know. A value that is not is
 * for the Zod schema to judge, and to say why; Zod is loaded only then.
 *
 * src/operations/calls.generated.ts is made of these, from the schemas. Each may refuse what its schema
 * takes, and never the other way round.
 */
export type Check = (value: unknown) => boolean;

type Fields = Readonly<Record<string, unknown>>;

export const string: Check = (value) => typeof value === 'string';

export const boolean: Check = (value) => typeof value === 'boolean';

export const number: Check = Number.isFinite;

export const unknown: Check = () => true;

/** UTF-16 units are at least as many as code points. */
export const textUpTo =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= max;

const wireTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** A time as `normalizeTimestamps` writes it. */
export const timestamp: Check = (value) => {
  if (typeof value !== 'string' || !wireTime.test(value)) return false;
  // Only the last days of a month may not exist.
  return value.slice(8, 10) <= '28' || new Date(value).toISOString() === value;
};

export const integer =
  (min: number, max = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;

export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

export const array =
  (item: Check, min = 0, max = Number.POSITIVE_INFINITY): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return false;
    // By index: `every` would skip a hole.
    for (let index = 0; index < value.length; index++) if (!item(value[index])) return false;
    return true;
  };

/** An object with these fields, whatever else it has. */
export const object = (fields: Readonly<Record<string, Check>>): Check => {
  const checks = Object.entries(fields);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const [name, check] of checks) if (!check((value as Fields)[name])) return false; // any object can be read by name
    return true;
  };
};

/** An object of whatever was parsed from JSON. */
export const record: Check = (value) =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
