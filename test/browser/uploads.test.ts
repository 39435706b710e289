import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scenarios } from '../uploads/scenarios.ts';
import { StorageServer } from '../uploads/storage-server.ts';
import { startChromium } from './chromium.ts';
import type { RunScenario } from './uploads-page.ts';
import { bundle, servePage } from './uploads-site.ts';

describe('uploads from a page in Chromium', () => {
  const storage = new StorageServer();
  let browser: Browser;
  let page: Page;
  let served: Awaited<ReturnType<typeof servePage>>;

  beforeAll(async () => {
    // The storage is of another origin than the page, as it is in life: CORS holds.
    await storage.start();
    served = await servePage(await bundle(new URL('uploads-page.ts', import.meta.url)));
    browser = await startChromium();
    page = await browser.newPage();
    await page.goto(served.origin);
    await page.waitForFunction('typeof runScenario === "function"');
  });
  beforeEach(() => storage.reset());
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await storage.stop();
  });

  it.each(Object.keys(scenarios))('%s', async (title) => {
    const trace = await page.evaluate(
      ([name, origin]) => (globalThis as unknown as { runScenario: RunScenario }).runScenario(name, origin), // set by uploads-page.ts
      [title, storage.origin] as const,
    );
    expect(trace).toBeUndefined();
  });
});
