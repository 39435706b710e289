import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../src/errors/local.ts';
import { idempotencyKeyFrom, type KeyPart } from '../../src/idempotency/key-from.ts';

describe('idempotencyKeyFrom', () => {
  // Stable for ever: a test that fails here breaks every job that is under way.
  it.each<[KeyPart[], string]>([
    [['order', 7], 'c9b1ae6c7c18c7434e03185b4b60da16edd28bfe277df1b088a3fef2a7362ed7'],
    [[''], 'fb912574cecad54c6a0bc75b46172350b6374929d602d5fbcb4ca0ec831fd532'],
    [
      ['newsletter', 12n, true, new Date('2026-12-01T09:00:00.500+01:00')],
      '9b527d8d13770377008c5fe44bd9382945eccdf95759ff9048f78435480d9693',
    ],
    [['Grüße, 世界 👋', -0, 1e21, 0.1], 'b966d29b24f5f9918e3621f1d70cb68f64d1e5a2c635589cb2cbdbeb800543f1'],
    [[false, '1', 1, 1n], '094d4cffad6621cda84eb5f231723c0dc279d500b7aba900f27e7119a334362d'],
  ])('gives the parts of case %# the key they always had', async (parts, key) => {
    expect(await idempotencyKeyFrom(...(parts as [KeyPart]))).toBe(key);
  });

  it('is the SHA-256 of the documented text', async () => {
    const text = 's10:newsletteri2:12b4:trued24:2026-12-01T08:00:00.500Zn2:-5s2:ü';
    const key = await idempotencyKeyFrom(
      'newsletter',
      12n,
      true,
      new Date('2026-12-01T09:00:00.500+01:00'),
      -5,
      'ü',
    );
    expect(key).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('tells parts apart by their borders, their order and their types', async () => {
    const keys = await Promise.all([
      idempotencyKeyFrom('a', 'bc'),
      idempotencyKeyFrom('ab', 'c'),
      idempotencyKeyFrom('abc'),
      idempotencyKeyFrom('bc', 'a'),
      idempotencyKeyFrom('abc', ''),
      idempotencyKeyFrom('1'),
      idempotencyKeyFrom(1),
      idempotencyKeyFrom(1n),
      idempotencyKeyFrom('true'),
      idempotencyKeyFrom(true),
      idempotencyKeyFrom(new Date(0)),
      idempotencyKeyFrom('1970-01-01T00:00:00.000Z'),
      idempotencyKeyFrom('s1:a'),
      idempotencyKeyFrom('a'),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('gives different parts different keys, and a key that a header can carry', async () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('s', '1', ':', 'a') }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.bigInt(),
      fc.boolean(),
      fc.date({ noInvalidDate: true }),
    );
    const parts = fc.array(part, { minLength: 1, maxLength: 4 });
    const typed = (list: KeyPart[]) =>
      JSON.stringify(list.map((one) => [typeof one, String(one), Number(one)]));
    await fc.assert(
      fc.asyncProperty(parts, parts, async (a, b) => {
        const [x, y] = await Promise.all([a, b].map((list) => idempotencyKeyFrom(...(list as [KeyPart]))));
        expect(x).toMatch(/^[\x21-\x7e]{1,255}$/);
        expect(x === y).toBe(typed(a) === typed(b));
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, unknown[]]>([
    ['at least one part', []],
    ['parts[1] is NaN', ['a', Number.NaN]],
    ['parts[0] is Infinity', [Number.POSITIVE_INFINITY]],
    ['parts[0] is an invalid date', [new Date('soon')]],
    ['parts[0] must be a string', [undefined]],
    ['parts[1] must be a string', ['a', { id: 1 }]],
    ['parts[0] is no well-formed text', ['\ud800']],
  ])('refuses what has no one encoding: %s', async (message, parts) => {
    const key = idempotencyKeyFrom(...(parts as [KeyPart]));
    await expect(key).rejects.toThrow(InvalidRequestError);
    await expect(key).rejects.toThrow(message);
  });
});
