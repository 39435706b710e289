import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '../../src/operations/call.ts';
import * as calls from '../../src/operations/calls.generated.ts';
import { operations } from '../../src/operations/index.ts';
import { type Check, timestamp } from '../../src/schemas/checks.ts';

const rows = new Map<string, Call>(
  Object.values(calls).flatMap((resource) =>
    Object.values(resource).map((call: Call): [string, Call] => [call.id, call]),
  ),
);

/** Every schema of the table beside the quick check that stands for it. */
const pairs = operations.flatMap(({ id, params, response }) => {
  const row = rows.get(id);
  return [
    ...(params && row?.params ? [{ name: `${id}, params`, schema: params(), check: row.params }] : []),
    ...(row ? [{ name: `${id}, answer`, schema: response(), check: row.response }] : []),
  ];
});

type Def = { readonly type: string; readonly [key: string]: unknown };

const textLimit = 20;

/** Values that a schema takes, by what Zod keeps of it. Texts stay under every limit. */
function valid(schema: unknown): fc.Arbitrary<unknown> {
  const def = (schema as { _zod: { def: Def } })._zod.def;
  switch (def.type) {
    case 'string':
      return def['format'] === 'datetime'
        ? fc
            .date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
            .map((date) => date.toISOString())
        : fc.string({ maxLength: textLimit, unit: 'grapheme' });
    case 'number':
      return fc.integer({ min: 1, max: 100 });
    case 'boolean':
      return fc.boolean();
    case 'unknown':
      return fc.jsonValue();
    case 'literal':
      return fc.constantFrom(...(def['values'] as unknown[]));
    case 'enum':
      return fc.constantFrom(...Object.values(def['entries'] as Record<string, unknown>));
    case 'optional':
      return fc.option(valid(def['innerType']), { nil: undefined });
    case 'nullable':
      return fc.option(valid(def['innerType']), { nil: null });
    case 'array':
      return fc.array(valid(def['element']), { minLength: 1, maxLength: 3 });
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue(), { noNullPrototype: true });
    case 'object':
      return fc
        .record(
          Object.fromEntries(
            Object.entries(def['shape'] as object).map(([name, field]) => [name, valid(field)]),
          ),
        )
        .chain((fields) => fc.jsonValue().map((more) => ({ more, ...fields })));
    default:
      throw new Error(`no arbitrary for ${def.type}`);
  }
}

const oddities = [
  undefined,
  null,
  '',
  'x'.repeat(6000),
  '😀'.repeat(100),
  -1,
  0,
  0.5,
  101,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 60,
  true,
  false,
  [],
  [undefined],
  new Array(2),
  {},
  new Date(),
  new Map(),
  '2030-02-30T00:00:00.000Z',
  '2030-01-01T00:00:00Z',
  '2030-01-01',
  'canceled',
  'draft',
  10n,
  Symbol('s'),
  () => 1,
];

/** The value with something else in one or two places. */
function spoilt(value: unknown, picks: readonly number[], odd: readonly unknown[]): unknown {
  const copy = structuredClone({ value });
  const places: [object, string][] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      places.push([node, key]);
      visit(child);
    }
  };
  visit(copy);
  for (const [turn, pick] of picks.entries()) {
    const [node, key] = places[pick % places.length] ?? [copy, 'value'];
    Reflect.set(node, key, odd[turn]);
  }
  return copy.value;
}

const odd = fc.oneof(fc.constantFrom(...oddities), fc.anything());

const accepts = (schema: z.ZodMiniType, value: unknown): boolean => z.safeParse(schema, value).success;

describe('the quick checks of the client', () => {
  it('stand for every schema of the operations table', () => {
    expect([...rows.keys()].sort()).toEqual(operations.map(({ id }) => id).sort());
    for (const { id, params } of operations)
      expect(rows.get(id)?.params !== undefined, id).toBe(params !== undefined);
  });

  it('come with the rest of the row as the table has it', () => {
    for (const { summary, status, params, response, ...row } of operations) {
      const { params: quickParams, response: quickResponse, ...call } = rows.get(row.id) ?? {};
      expect(call).toEqual(row);
    }
  });

  describe.each(pairs)('$name', ({ schema, check }: { schema: z.ZodMiniType; check: Check }) => {
    it('take what the schema takes', () => {
      fc.assert(
        fc.property(valid(schema), (value) => {
          expect(accepts(schema, value)).toBe(true);
          expect(check(value)).toBe(true);
        }),
        { numRuns: 40 },
      );
    });

    it('take nothing that the schema refuses', () => {
      fc.assert(
        fc.property(
          valid(schema),
          fc.array(fc.nat({ max: 10_000 }), { minLength: 1, maxLength: 2 }),
          fc.array(odd, { minLength: 2, maxLength: 2 }),
          (value, picks, others) => {
            const input = spoilt(value, picks, others);
            if (check(input)) expect(accepts(schema, input)).toBe(true);
          },
        ),
        { numRuns: 150 },
      );
    });

    it('take no other kind of value', () => {
      for (const value of oddities) if (check(value)) expect(accepts(schema, value)).toBe(true);
    });
  });

  it('know the days that exist, as the schema does', () => {
    const schema = z.iso.datetime();
    const pad = (value: number, length = 2) => String(value).padStart(length, '0');
    for (const year of [0, 1900, 1999, 2000, 2024, 2100]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          for (const time of [
            '00:00:00.000',
            '23:59:59.999',
            '24:00:00.000',
            '12:60:00.000',
            '12:00:60.000',
          ]) {
            const text = `${pad(year, 4)}-${pad(month)}-${pad(day)}T${time}Z`;
            if (timestamp(text) !== accepts(schema, text)) expect.fail(text);
          }
        }
      }
    }
  });
});
