import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SocialPublishing, SocialPublishingError } from '../../src/index.ts';
import { methods } from './methods.ts';
import { options, settles } from './settles.ts';

/** Names that have undone others. */
const evilNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  'data',
  'pagination',
  'error',
  'code',
  'length',
];

const evilJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(
      null,
      true,
      0,
      -1,
      1e308,
      '',
      'null',
      '\u0000',
      '\ud800',
      'Bearer sp_secret_of_the_hostile_tests',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...evilNames), fc.string({ maxLength: 5 })), tie('value')), {
        maxLength: 4,
      })
      // As text: in an object literal `__proto__` would be no field.
      .map((fields) =>
        JSON.parse(
          `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`)}}`,
        ),
      ),
  ),
})).value;

/** Almost an envelope: the outermost names are right, and little else. */
const nearlyEnvelope = fc
  .record({
    data: fc.oneof(evilJson, fc.array(evilJson, { maxLength: 3 })),
    cursor: fc.oneof(fc.constant('same'), evilJson),
    requestId: evilJson,
  })
  .map(({ data, cursor, requestId }) => ({ data, pagination: { nextCursor: cursor }, requestId }));

const polluting = fc.constant(
  '{"data":{"id":"a","__proto__":{"polluted":1}},"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
);

const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => new Blob([bytes as BlobPart])), // its buffer is no shared one
  fc.oneof(evilJson, nearlyEnvelope).map((value) => JSON.stringify(value) ?? ''),
  polluting,
  // Deeper than any parser likes.
  fc.constantFrom(
    '['.repeat(50_000),
    `{"data":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    '<html>',
    '\ufeff{}',
  ),
);

const number = fc.oneof(
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom('', '1e99', '-1', '0x10', '5, 9', 'Infinity', 'NaN'),
);
const date = fc.oneof(
  fc.date({ noInvalidDate: true }).map((value) => value.toUTCString()),
  fc.constantFrom('yesterday', '0', 'Thu, 99 Foo'),
);
const latin = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 30,
});

const headers = fc.record(
  {
    'retry-after': fc.oneof(number, date, latin),
    'retry-after-ms': number,
    'ratelimit-reset': number,
    'x-ratelimit-reset': number,
    date,
    'content-type': fc.oneof(
      latin,
      fc.constantFrom('application/json', 'text/html', 'application/problem+json; charset=utf-16'),
    ),
    location: fc.oneof(latin, fc.constantFrom('http://', '//evil.invalid?a=b', 'javascript:alert(1)')),
    'x-request-id': latin,
    constructor: latin,
    __proto__: latin,
  },
  { requiredKeys: [] },
);

const status = fc.oneof(
  fc.constantFrom(200, 201, 202, 204, 301, 304, 401, 403, 404, 409, 422, 429, 500, 503),
  fc.integer({ min: 200, max: 599 }),
);

const response = fc.record({ status, headers, body }).map(
  ({ status: code, headers: fields, body: content }) =>
    // Fetch itself forbids a body with these.
    () =>
      new Response([204, 205, 304].includes(code) ? null : content, { status: code, headers: { ...fields } }),
);

const method = fc.constantFrom(...Object.keys(methods));
const validation = fc.constantFrom('strict', 'warn', 'off');

it('settles every call, whatever the answer: any status, any headers, any bytes, any JSON', async () => {
  await fc.assert(
    fc.asyncProperty(
      method,
      validation,
      fc.array(response, { minLength: 1, maxLength: 4 }),
      async (name, responseValidation, answers) => {
        let turn = 0;
        const fetch = async () => answers[turn++ % answers.length]?.() ?? Response.error();
        const client = new SocialPublishing({ ...options, responseValidation, fetch });
        await settles(() => methods[name]?.(client) ?? Promise.reject(new Error(`there is no ${name}`)));
      },
    ),
    { numRuns: 1_200 },
  );
}, 60_000);

/** What a broken `fetch` may give instead of an answer, or throw. */
const notAnAnswer = fc.oneof(
  fc.anything(),
  fc.constantFrom(
    Symbol('thrown'),
    Object.create(null),
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('a getter that throws');
        },
      },
    ),
    Object.assign(new Error('in a circle'), {
      get cause() {
        return this;
      },
    }),
    { name: 'AbortError' },
    { name: 'TimeoutError', message: { toString: null } },
    { status: 200, ok: true, headers: new Headers(), text: async () => 7 },
    { status: 200, ok: true },
  ),
);

it('settles every call, whatever fetch gives or throws', async () => {
  await fc.assert(
    fc.asyncProperty(method, notAnAnswer, fc.boolean(), async (name, thing, throws) => {
      const fetch = (async () => {
        if (throws) throw thing;
        return thing;
      }) as unknown as typeof globalThis.fetch; // that it is none is the point
      const client = new SocialPublishing({ ...options, fetch });
      await settles(() => methods[name]?.(client) ?? Promise.reject(new Error(`there is no ${name}`)));
    }),
    { numRuns: 300 },
  );
}, 60_000);

describe('a hostile upload URL', () => {
  it.each([
    '',
    'no url',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://user:password@host.invalid/',
    '//host.invalid/x',
  ])('%s is refused or sent nothing of ours', async (uploadUrl) => {
    const sent: Request[] = [];
    const fetch = async (input: Request | string | URL, init?: RequestInit) => {
      const request =
        input instanceof Request ? input : new Request(input, { ...init, duplex: 'half' } as RequestInit); // undici wants `duplex`
      sent.push(request);
      const data = { uploadUrl, bucketId: 'bucket', objectPath: 'path', token: 'token', id: 'asset_1' };
      return Response.json({ data, requestId: 'r' }, { status: 201 });
    };
    const client = new SocialPublishing({ ...options, fetch });
    const upload = methods['mediaAssets.upload']?.(client);
    await settles(() => upload ?? Promise.reject(new Error('there is no upload')));
    expect(sent.length).toBeGreaterThan(0);
    for (const request of sent.filter(({ url }) => !url.startsWith(options.baseUrl)))
      expect([...request.headers.keys()]).not.toContain('authorization');
  });
});

it.each([200, 404])('does not print a key that a %i answer echoes as its request id', async (status) => {
  const echoes = [
    { json: { requestId: options.apiKey }, headers: {} },
    { json: {}, headers: { 'x-request-id': options.apiKey } },
  ];
  for (const { json, headers } of echoes) {
    const client = new SocialPublishing({
      ...options,
      fetch: async () => Response.json(json, { status, headers }),
    });
    await settles(() => client.posts.get('post_1'));
  }
});

it('is held to this by tests that can fail', async () => {
  await expect(settles(() => Promise.reject(new TypeError('theirs')))).rejects.toThrow('not one of ours');
  await expect(settles(() => Promise.reject(new SocialPublishingError(options.apiKey)))).rejects.toThrow();
});
