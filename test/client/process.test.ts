import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

/** Runs a script in a Node of its own, from the repository's root, and gives what it prints as JSON. */
async function child(script: string): Promise<unknown> {
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await run(process.execPath, args, { timeout: 8_000 });
  return JSON.parse(stdout);
}

const client = `
  import { SocialPublishing } from './src/index.ts';
  const options = { apiKey: 'key_1', baseUrl: 'https://api.example.test/v1' };
`;

describe('in a process of its own', () => {
  it('import and construction wake no fetch: that takes longer than all the rest', async () => {
    const loaded = await child(`${client}
      const woken = () => process.moduleLoadList.some((name) => name.includes('undici/undici'));
      const imported = woken();
      const client = new SocialPublishing(options).withOptions({ timeout: 5 });
      client.posts.list();
      const constructed = woken();
      await fetch('data:,').catch(() => {});
      console.log(JSON.stringify([imported, constructed, woken()]));
    `);
    // The last shows that the look at the list can tell.
    expect(loaded).toEqual([false, false, true]);
  });

  it('calls leave nothing behind that keeps the process alive', async () => {
    const started = Date.now();
    const printed = await child(`${client}
      import { createServer } from 'node:http';
      const answers = { '/v1/me': { data: {} }, '/v1/accounts': { data: [{ id: 'a' }], pagination: { nextCursor: 'c' } } };
      const server = createServer((request, response) => {
        const answer = answers[request.url];
        if (request.url.includes('cursor') || request.url.includes('hang')) return;
        response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? {}));
      });
      await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
      const client = new SocialPublishing({
        ...options,
        baseUrl: 'http://127.0.0.1:' + server.address().port + '/v1',
        responseValidation: 'off',
        totalTimeout: 3_600_000,
      });
      const signal = AbortSignal.timeout(3_600_000);
      const outcomes = [];
      await client.me.get({ signal }).then(() => outcomes.push('answered'));
      await client.posts.get('missing').catch(({ status }) => outcomes.push(status));
      await client.posts.get('hang', { timeout: 50, maxRetries: 0 }).catch(({ name }) => outcomes.push(name));
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 20);
      await client.posts.get('hang', { signal: controller.signal }).catch(({ name }) => outcomes.push(name));
      for await (const account of client.accounts.list()) { outcomes.push(account.id); break; }
      server.close();
      server.closeAllConnections();
      console.log(JSON.stringify(outcomes));
    `);
    expect(printed).toEqual(['answered', 404, 'APITimeoutError', 'APIUserAbortError', 'a']);
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  it('a process waits for a call that is in its back-off', async () => {
    const printed = await child(`${client}
      let calls = 0;
      const fetch = async () => {
        const status = ++calls === 1 ? 503 : 200;
        return new Response('{"data":{}}', { status, headers: { 'retry-after-ms': '30' } });
      };
      new SocialPublishing({ ...options, fetch, responseValidation: 'off' }).me
        .get()
        .withResponse()
        .then(({ attempts }) => console.log(attempts));
    `);
    expect(printed).toBe(2);
  });
});
