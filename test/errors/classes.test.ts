import { execFileSync } from 'node:child_process';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as sdk from '../../src/index.ts';
import { draft, failureOf, json, testClient } from '../support/fixtures.ts';
import { scriptedFetch } from '../support/scripted-fetch.ts';

const call: sdk.CallFields = {
  operation: 'posts.create',
  method: 'POST',
  path: '/posts',
  idempotencyKey: 'key_1',
  attempts: 2,
};

const answer: sdk.ErrorAnswer = {
  status: 422,
  code: 'validation_error',
  requestId: 'req_1',
  headers: {},
  body: { error: { code: 'validation_error' } },
  requiredScopes: ['posts:create'],
  retryAfter: undefined,
};

/** Every error class that the package exports, by name. */
const classes = Object.entries(sdk).filter(([name]) => /Error$/.test(name)) as unknown as readonly [
  string,
  typeof sdk.SocialPublishingError,
][]; // what ends in Error is one: the test below holds them to it

async function errorFor(status: number): Promise<unknown> {
  const { fetch } = scriptedFetch(json({}, { status }));
  return failureOf(testClient({ fetch, maxRetries: 0 }).posts.create(draft));
}

describe('error classes', () => {
  it.each([
    [400, 'BadRequestError'],
    [401, 'AuthenticationError'],
    [403, 'PermissionDeniedError'],
    [404, 'NotFoundError'],
    [409, 'ConflictError'],
    [422, 'UnprocessableEntityError'],
    [429, 'RateLimitError'],
    [500, 'InternalServerError'],
    [503, 'InternalServerError'],
    [599, 'InternalServerError'],
    [402, 'APIError'],
    [418, 'APIError'],
  ] as const)('a %i is %s, and an APIError', async (status, name) => {
    const error = await errorFor(status);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name, status });
    const matching = classes.filter(([, value]) => error instanceof value);
    expect(matching.map(([matched]) => matched).sort()).toEqual(
      [...new Set([name, 'APIError', 'CallError', 'SocialPublishingError'])].sort(),
    );
  });

  it('APITimeoutError is an APIConnectionError; neither is an APIError', () => {
    const error = new sdk.APITimeoutError('late', call, 'unknown');
    expect(error).toBeInstanceOf(sdk.APIConnectionError);
    expect(error).not.toBeInstanceOf(sdk.APIError);
    expect(new sdk.APIConnectionError('cut', call, 'unknown')).not.toBeInstanceOf(sdk.APITimeoutError);
  });

  it('nothing else is an instance', () => {
    for (const value of [new Error('a'), null, undefined, 'APIError', 7, {}, { name: 'APIError' }]) {
      expect((value as unknown) instanceof sdk.SocialPublishingError).toBe(false);
      expect((value as unknown) instanceof sdk.APIError).toBe(false);
    }
  });

  it('every class has its name on the prototype, so that no minifier changes it', () => {
    expect(classes.length).toBeGreaterThanOrEqual(17);
    for (const [name, value] of classes) expect(value.prototype.name).toBe(name);
  });

  it("a caller's own subclass is told apart from its parent", () => {
    class QuotaError extends sdk.PermissionDeniedError {}
    const own = new QuotaError('full', call, 'rejected', answer);
    expect(own).toBeInstanceOf(QuotaError);
    expect(own).toBeInstanceOf(sdk.PermissionDeniedError);
    expect(own).toBeInstanceOf(sdk.APIError);
    expect(new sdk.PermissionDeniedError('no', call, 'rejected', answer)).not.toBeInstanceOf(QuotaError);
  });

  it('instanceof holds across two copies of the module', () => {
    const script = `
      import * as one from './src/errors/index.ts';
      const base = './src/errors/';
      const { registerHooks } = await import('node:module');
      // A second copy: every module once more, under another URL.
      registerHooks({ resolve: (specifier, context, next) => {
        const found = next(specifier, context);
        return context.parentURL?.endsWith('?copy') ? { ...found, url: found.url + '?copy' } : found;
      } });
      const two = await import(base + 'index.ts?copy');
      const error = new two.RateLimitError('slow', {}, 'rejected', {});
      console.log(JSON.stringify([
        one.RateLimitError === two.RateLimitError,
        error instanceof one.RateLimitError, error instanceof one.APIError, error instanceof one.SocialPublishingError,
        error instanceof one.NotFoundError, error instanceof one.APIConnectionError,
      ]));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    expect(JSON.parse(printed)).toEqual([false, true, true, true, false, false]);
  });
});

describe('an error in print', () => {
  const error = new sdk.UnprocessableEntityError('posts.create: 422.', call, 'rejected', answer);

  it('as JSON has every field', () => {
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'UnprocessableEntityError',
      message: 'posts.create: 422.',
      outcome: 'rejected',
      ...call,
      ...answer,
      retryAfter: undefined,
    });
  });

  it('as a text is its name and its message', () => {
    expect(String(error)).toBe('UnprocessableEntityError: posts.create: 422.');
  });

  it('inspected has its stack and its fields', () => {
    const printed = inspect(error);
    expect(printed).toMatch(/^UnprocessableEntityError: posts\.create: 422\.\n {4}at /);
    for (const field of [
      "outcome: 'rejected'",
      "code: 'validation_error'",
      "idempotencyKey: 'key_1'",
      'attempts: 2',
    ])
      expect(printed).toContain(field);
  });

  it('shows the causes, and theirs, by what they say', () => {
    const root = Object.assign(new Error('reset'), { code: 'ECONNRESET', socket: { password: 'x' } });
    const cause = new TypeError('fetch failed', { cause: root });
    const failed = new sdk.APIConnectionError('cut.', call, 'unknown', cause);
    expect(JSON.parse(JSON.stringify(failed)).cause).toEqual({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { name: 'Error', message: 'reset', code: 'ECONNRESET' },
    });
    expect(inspect(failed)).toContain('ECONNRESET');
    expect(inspect(failed)).not.toContain('password');
  });

  it.each<[string, () => unknown]>([
    [
      'bites its tail',
      () => {
        const a = new Error('a');
        a.cause = a;
        return a;
      },
    ],
    ['cannot be a text', () => Object.create(null)],
    ['is a symbol', () => Symbol('s')],
    ['is a big integer', () => 1n],
    ['is null', () => null],
  ])('can be printed when its cause %s', (_what, cause) => {
    const failed = new sdk.APIUserAbortError('aborted.', call, 'unknown', cause());
    expect(() => [JSON.stringify(failed), inspect(failed), String(failed)]).not.toThrow();
  });

  it('of an unknown outcome says how to find out', () => {
    const failed = new sdk.APIConnectionError('It broke.', call, 'unknown');
    expect(failed.message).toBe(
      "It broke. It may have happened all the same: repeat the same call with { idempotencyKey: 'key_1' } to find out safely.",
    );
    expect(new sdk.APIConnectionError('It broke.', call, 'not-sent').message).toBe('It broke.');
  });

  it('of a local refusal lists everything that is wrong', () => {
    const refused = new sdk.InvalidRequestError('posts.create', [
      { path: 'publishTargets[1].platform', message: "must be one of 'x', 'linkedin', 'threads'" },
      { path: '', message: 'must have a field' },
    ]);
    expect(refused.message).toBe(
      "posts.create: publishTargets[1].platform must be one of 'x', 'linkedin', 'threads'; params must have a field. Nothing was sent.",
    );
    expect(refused.outcome).toBe('not-sent');
    expect(JSON.parse(JSON.stringify(refused)).issues).toHaveLength(2);
  });
});
