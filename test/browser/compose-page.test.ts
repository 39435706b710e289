import type { Browser, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../examples/browser/server.ts';
import { startApi } from '../../examples/browser/server.ts';
import { pageConfig } from '../../examples/browser/vite.config.ts';
import { startChromium } from './chromium.ts';

let browser: Browser;
let vite: ViteDevServer;
let api: Api;
let page: Page;
/** What the page complained about: a refused script, a blocked connection, an error nobody caught. */
let complaints: string[];
/** Everything that went over the wire to the page and from it. */
let traffic: string[];

// As the first PNG of every test suite: one red pixel.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  browser = await startChromium();
  vite = await createServer({
    ...pageConfig(async () => {
      api = await startApi();
      return api;
    }),
    configFile: false,
    logLevel: 'error',
  });
  await vite.listen(0);
});

afterAll(async () => {
  await browser?.close();
  await vite?.close();
});

beforeEach(async () => {
  api.sandbox.reset();
  complaints = [];
  traffic = [];
  page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => traffic.push(JSON.stringify(request.headers()), request.postData() ?? ''));
  page.on('response', async (response) => {
    traffic.push(JSON.stringify(response.headers()), await response.text().catch(() => ''));
  });
  await page.goto(vite.resolvedUrls?.local[0] ?? '');
  await page.getByLabel('Acme on X').waitFor();
});

afterEach(async () => {
  await page.close();
});

const text = () => page.getByLabel('Text', { exact: true });
const posts = () => page.getByRole('article');
const submit = (name: string) => page.getByRole('button', { name, exact: true });
const writes = () => api.sandbox.requests.filter(({ method }) => method !== 'GET');

describe('The page in the browser', () => {
  it('publishes a text with an image, and another text for one account, and shows it going out', async () => {
    await page.getByLabel('Acme on LinkedIn').check();
    await text().fill('Our new café opens on Friday.');
    await page.getByText('Another text for X').click();
    await page.getByLabel('Text for X').fill('Friday!');
    await page.getByLabel('Image').setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: png });
    await page.getByText('Uploaded, 1 kB').waitFor();
    expect(await page.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value)).toBe(1);
    await page.getByLabel('Alternative text').fill('A cup from above');

    await submit('Publish now').click();
    await posts().getByText('Published').waitFor();

    const [out] = (await (await page.request.get(`${page.url()}api/v1/posts`)).json()).data;
    expect(out).toMatchObject({ status: 'pushed', mediaMetadata: [{ altText: 'A cup from above' }] });
    expect(api.sandbox.published.map(({ platform, text, mediaRefs }) => [platform, text, mediaRefs])).toEqual(
      [
        ['x', 'Friday!', out.mediaRefs],
        ['linkedin', 'Our new café opens on Friday.', out.mediaRefs],
      ],
    );
    expect(await posts().getByRole('img').getAttribute('alt')).toBe('A cup from above');
    await page.getByRole('status').getByText('is published').waitFor();
    expect(await text().inputValue()).toBe('');
  });

  it('names every mistake beside its field, sends nothing, and leads the focus there', async () => {
    await text().fill('See https://example.com');
    await page.getByLabel('At a time').check();
    await page.getByLabel(/^Time/).fill('2020-01-01T10:00');
    await submit('Schedule').click();

    const alert = page.getByRole('alert');
    await alert.getByText('Text: must not contain a URL').waitFor();
    expect(await alert.getByRole('listitem').count()).toBe(2);
    expect(await alert.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(writes()).toEqual([]);

    await alert.getByRole('button', { name: /^Time/ }).click();
    expect(await page.getByLabel(/^Time/).evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
  });

  it('schedules, and shows the post going out once its time has come', async () => {
    await text().fill('Doors open in ten minutes.');
    await page.getByLabel('At a time').check();
    await submit('Schedule').click();
    await posts().getByText('Scheduled').waitFor();
    expect(api.sandbox.published).toEqual([]);

    await submit('Skip an hour').click();
    await posts().getByText('Published').waitFor();
    expect(api.sandbox.published).toHaveLength(1);
  });

  it('cancels a scheduled post, and keeps a draft', async () => {
    await text().fill('Not today.');
    await page.getByLabel('At a time').check();
    await submit('Schedule').click();
    await page.getByRole('button', { name: 'Cancel the post "Not today."' }).click();
    await posts().getByText('Canceled').waitFor();

    await text().fill('Some day.');
    await page.getByLabel('As a draft').check();
    await submit('Save draft').click();
    await posts().getByText('Draft').waitFor();

    await submit('Skip an hour').click();
    await page.getByRole('status').getByText('An hour has passed').waitFor();
    expect(api.sandbox.published).toEqual([]);
  });

  it('makes one post of a double click, also when the answer gets lost', async () => {
    api.sandbox.inject({ method: 'POST', path: '/posts', fault: { type: 'drop-after-commit' } });
    await text().fill('Once.');
    await submit('Publish now').dblclick();
    await posts().getByText('Published').waitFor();

    expect(writes().map(({ path }) => path)).toEqual(['/posts', '/posts']);
    expect(new Set(writes().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(api.sandbox.published).toHaveLength(1);
  });

  it('can be used by keyboard alone', async () => {
    await submit('Skip an hour').focus();
    await page.keyboard.press('Tab'); // the first account is chosen already
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space'); // the second one
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Typed.');
    for (const _stop of ['own text', 'own text', 'image', 'mode']) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight'); // at a time
    await page.keyboard.press('ArrowRight'); // as a draft
    await page.keyboard.press('Enter');
    await posts().getByText('Draft').waitFor();
    expect(writes()[0]?.body).toMatchObject({
      mode: 'draft',
      text: 'Typed.',
      publishTargets: [{ platform: 'x' }, { platform: 'linkedin' }],
    });
  });

  it('never sees the API key, and keeps to a strict content security policy', async () => {
    const response = await page.request.get(page.url());
    expect(response.headers()['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    await page.getByLabel('Image').setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: png });
    await page.getByText('Uploaded, 1 kB').waitFor();
    await text().fill('Hello.');
    await submit('Publish now').click();
    await posts().getByText('Published').waitFor();

    expect(complaints).toEqual([]);
    expect(traffic.length).toBeGreaterThan(20);
    expect(traffic.join('\n')).toContain('Bearer session');
    expect(traffic.join('\n')).not.toContain(api.sandbox.apiKey);
  });

  it('says so when the service is away, and lets the text be sent again', async () => {
    api.sandbox.inject({
      method: 'POST',
      path: '/posts',
      fault: { type: 'status', status: 403, body: { message: 'no quota left' } },
    });
    await text().fill('Later, then.');
    await submit('Publish now').click();
    await page.getByRole('alert').getByText('no quota left').waitFor();
    expect(await text().inputValue()).toBe('Later, then.');

    await submit('Publish now').click();
    await posts().getByText('Published').waitFor();
    expect(await page.getByRole('alert').isHidden()).toBe(true);
  });
});
