import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { buildSync } from 'esbuild';
import { describe, expect, inject, it } from 'vitest';

type Package = typeof import('social-publishing');

const dist = join(inject('app'), 'node_modules/social-publishing/dist');

/** The package in one file of its own, minified, as an expression. */
function bundled(): string {
  const [file] = buildSync({
    stdin: { contents: `module.exports = require('./index.js')`, resolveDir: dist },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'copy',
    // What this package does not do itself a bundle may do: lose every class name.
    keepNames: false,
    logLevel: 'error',
  }).outputFiles;
  return `${file?.text}; copy`;
}

/** Another realm has its own language built-ins, and here the platform of this one. */
function inRealm(): Package {
  const language = new Set(
    runInContext('Object.getOwnPropertyNames(globalThis)', createContext()) as string[],
  ); // names are strings
  const platform = Object.getOwnPropertyNames(globalThis).filter((name) => !language.has(name));
  const globals = Object.fromEntries(platform.map((name) => [name, Reflect.get(globalThis, name)]));
  return runInContext(bundled(), createContext(globals)) as Package; // it is a copy of it
}

const copies: readonly (readonly [string, Package])[] = [
  ['the ES module', (await import(pathToFileURL(join(dist, 'index.js')).href)) as Package], // the package itself
  ['CommonJS', createRequire(join(dist, 'index.cjs'))('./index.cjs') as Package], // the package itself
  ['a minified bundle in another realm', inRealm()],
];

const names = Object.keys(copies[0]?.[1] ?? {}).filter((name) => name.endsWith('Error')) as (keyof Package &
  `${string}Error`)[]; // the errors by their suffix

/** Real errors of one copy, made through its client. */
async function errorsOf({ SocialPublishing }: Package): Promise<Record<string, unknown>> {
  const answering = (status: number) =>
    new SocialPublishing({
      apiKey: 'key_of_the_test',
      baseUrl: 'https://host.invalid/v1',
      maxRetries: 0,
      logLevel: 'off',
      fetch: async () => new Response('{}', { status }),
    });
  const failure = (call: PromiseLike<unknown>) => call.then(undefined, (error: unknown) => error);
  const statuses = {
    BadRequestError: 400,
    AuthenticationError: 401,
    PermissionDeniedError: 403,
    NotFoundError: 404,
    ConflictError: 409,
    UnprocessableEntityError: 422,
    RateLimitError: 429,
    InternalServerError: 500,
  };
  const entries = Object.entries(statuses).map(async ([name, status]) => [
    name,
    await failure(answering(status).posts.get('p')),
  ]);
  return {
    ...Object.fromEntries(await Promise.all(entries)),
    InvalidRequestError: await failure(answering(200).posts.get('')),
    InvalidResponseError: await failure(answering(200).posts.get('p')),
    APIUserAbortError: await failure(answering(200).posts.get('p', { signal: AbortSignal.abort() })),
  };
}

it('there are three copies, and they are not one', () => {
  const classes = copies.map(([, { SocialPublishingError }]) => SocialPublishingError);
  expect(new Set(classes).size).toBe(3);
  expect(names.length).toBeGreaterThanOrEqual(16);
});

describe.each(copies)('an error of %s', (_name, copy) => {
  it('is an instance of the same class of every copy, of its parents, and of no other', async () => {
    for (const [expected, error] of Object.entries(await errorsOf(copy))) {
      for (const [, other] of copies) {
        const kinds = names.filter((name) => error instanceof other[name]);
        const own = names.filter((name) =>
          isOrInherits(copy[expected as (typeof names)[number]], copy[name]),
        ); // a key of errorsOf
        expect(kinds, expected).toEqual(own);
        expect(kinds).toContain('SocialPublishingError');
      }
    }
  });

  it('has the name of its class, after minification too', async () => {
    for (const [expected, error] of Object.entries(await errorsOf(copy))) {
      expect((error as Error).name).toBe(expected); // shown above
      expect(String(error)).toMatch(new RegExp(`^${expected}: `));
    }
    for (const name of names) expect((copy[name].prototype as Error).name).toBe(name);
  });
});

function isOrInherits(child: object, parent: object): boolean {
  for (let at: object | null = child; at; at = Object.getPrototypeOf(at)) if (at === parent) return true;
  return false;
}
