import { copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type SandboxFacts, startSandbox } from '../runtimes/sandbox.ts';
import { steps } from '../runtimes/smoke.js';
import { startChromium } from './chromium.ts';
import { type Site, startSite } from './site.ts';

const app = inject('app');

let browser: Browser;
let sandbox: { facts: SandboxFacts; stop: () => Promise<void> };
let site: Site;

/** The page's ES module and what it loads late, minified, by path. */
async function bundle(): Promise<Map<string, string>> {
  const folder = join(app, 'page');
  await mkdir(folder, { recursive: true });
  await copyFile(resolve('test/browser/page.js'), join(folder, 'page.js'));
  await copyFile(resolve('test/runtimes/smoke.js'), join(folder, 'smoke.js'));
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'page.js')],
    outdir: '/',
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  return new Map(outputFiles.map(({ path, text }) => [path, text]));
}

beforeAll(async () => {
  [browser, sandbox] = await Promise.all([startChromium(), startSandbox(app)]);
  site = await startSite(await bundle(), sandbox.facts.baseUrl);
});

afterAll(async () => {
  site?.close();
  await Promise.all([browser?.close(), sandbox?.stop()]);
});

let page: Page;
/** What the page complained of. */
let complaints: string[];

beforeEach(async () => {
  page = await browser.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  site.proxied.length = 0;
  site.reports.length = 0;
});

afterEach(() => page.close());

interface Done<Result> {
  readonly result: Result;
  readonly violations: readonly string[];
}

/** Opens a page of the site, which does what it is told, and waits for it. */
async function perform<Result>(
  name: string,
  input: object,
  path = '/deep/in/the/app',
): Promise<Done<Result>> {
  const query = new URLSearchParams({ run: name, input: JSON.stringify(input) });
  await page.goto(`${site.origin}${path}?${query}`);
  await page.waitForFunction('globalThis.done');
  return page.evaluate('globalThis.done');
}

const passed = Object.fromEntries(Object.keys(steps).map((step) => [step, 'ok']));

describe.each(['smoke', 'worker'])('in Chromium (%s)', (name) => {
  it('does everything through a proxy of the same origin, and breaks no strict policy', async () => {
    const done = await perform(name, { ...sandbox.facts, baseUrl: '/api/v1' });
    expect(done).toEqual({ result: passed, violations: [] });
    expect(site.reports).toEqual([]);
    expect(complaints).toEqual([]);
    expect(site.proxied.length).toBeGreaterThan(8);
    expect(site.proxied.filter(({ method }) => method === 'OPTIONS')).toEqual([]);
  });

  it('does everything across origins, and asks leave for no header but its own three', async () => {
    const done = await perform(name, { ...sandbox.facts, baseUrl: `${site.otherOrigin}/api/v1` });
    expect(done).toEqual({ result: passed, violations: [] });
    const asked = site.proxied
      .filter(({ method }) => method === 'OPTIONS')
      .flatMap(({ headers }) => String(headers['access-control-request-headers']).split(/,\s*/));
    expect([...new Set(asked)].sort()).toEqual(['authorization', 'content-type', 'idempotency-key']);
  });
});

it('would have been told of a breach of the policy', async () => {
  const { result, violations } = await perform<string>('forbidden', {});
  expect(result).toMatch(/EvalError/);
  expect(violations).not.toEqual([]);
  await expect.poll(() => site.reports.length).toBeGreaterThan(0);
});

it('refuses a literal key in a page, unless that is allowed, and takes a function', async () => {
  const { result } = await perform<Record<string, string>>('guard', { baseUrl: '/api/v1' });
  expect(result['literal']).toMatch(/^SocialPublishingError: .*apiKey .*dangerouslyAllowBrowser/);
  expect(result['literal']).not.toContain('key_of_the_page');
  expect(result).toMatchObject({ allowed: 'none', asked: 'none' });
});

it.each([
  ['/api/v1', '/api/v1'],
  ['/api/v1/', '/api/v1'],
  ['api/v1', '/deep/in/the/api/v1'],
  ['../api/v1', '/deep/in/api/v1'],
])('takes the base URL %s relative to the page', async (baseUrl, path) => {
  const { result } = await perform<string>('baseUrl', { baseUrl });
  expect(result).toBe(site.origin + path);
});
