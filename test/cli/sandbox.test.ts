import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

interface Run {
  readonly child: ChildProcess;
  readonly output: { out: string; err: string };
  readonly code: Promise<number | null>;
}

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function cli(...args: string[]): Run {
  const child = spawn(process.execPath, [main, ...args]);
  children.push(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    output.out += text;
  });
  child.stderr.on('data', (text) => {
    output.err += text;
  });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, output, code };
}

/** Starts a sandbox and reads from its output where it is. */
async function running(...args: string[]): Promise<Run & { baseUrl: string; apiKey: string }> {
  const run = cli('sandbox', '--port', '0', ...args);
  const printed = (name: string) => new RegExp(`${name}=(\\S+)`).exec(run.output.out)?.[1] ?? '';
  await expect.poll(() => printed('SOCIAL_PUBLISHING_API_KEY'), { timeout: 5000 }).not.toBe('');
  return {
    ...run,
    baseUrl: printed('SOCIAL_PUBLISHING_BASE_URL'),
    apiKey: printed('SOCIAL_PUBLISHING_API_KEY'),
  };
}

describe('social-publishing sandbox', () => {
  test('is refused with 2 when its flags make no sense', async () => {
    const run = cli('sandbox', '--prot', '1');
    expect(await run.code).toBe(2);
    expect(run.output.err).toContain("'--prot'");
    expect(run.output.err).not.toMatch(/\n\s+at /);
  });

  test('prints where it is, logs each request on one line, and stops cleanly on Ctrl-C', async () => {
    const { child, code, output, baseUrl, apiKey } = await running();
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    const headers = { authorization: `Bearer ${apiKey}` };
    expect((await fetch(`${baseUrl}/posts?limit=2`, { headers })).status).toBe(200);
    expect((await fetch(`${baseUrl}/posts`, { method: 'POST', headers })).status).toBe(400);
    await expect.poll(() => output.out).toMatch(/^GET +\/v1\/posts\?limit=2 200 \d+ ms$/m);
    await expect.poll(() => output.out).toMatch(/^POST +\/v1\/posts 400 \d+ ms$/m);
    expect(output.out.split(apiKey)).toHaveLength(2);
    child.kill('SIGINT');
    expect(await code).toBe(0);
    expect(output.out).toContain('stopped');
    expect(output.err).toBe('');
    await expect(fetch(baseUrl)).rejects.toThrow();
  });

  test('--verbose shows what stands behind a request, but never its key', async () => {
    const { output, baseUrl, apiKey } = await running('--verbose');
    await fetch(`${baseUrl}/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': 'my-key',
      },
      body: '{"text":"Hello"}',
    });
    await expect.poll(() => output.out).toContain('validation_error');
    expect(output.out).toContain('my-key');
    expect(output.out).toContain('{"text":"Hello"}');
    expect(output.out.split(apiKey)).toHaveLength(2);
  });

  test('--no-rate-limits answers however many requests come, and without it there are limits', async () => {
    const count = async ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) => {
      for (let n = 0; n < 25; n++) {
        const { status } = await fetch(`${baseUrl}/usage`, {
          headers: { authorization: `Bearer ${apiKey}` },
        });
        if (status === 429) return n;
      }
      return 25;
    };
    const [limited, free] = await Promise.all([running(), running('--no-rate-limits')]);
    expect(await count(limited)).toBe(20);
    expect(await count(free)).toBe(25);
  });

  test('says so and exits with 1 when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.on('listening', resolve));
    const { port } = other.address() as AddressInfo; // it listens on a port
    const run = cli('sandbox', '--port', String(port));
    expect(await run.code).toBe(1);
    expect(run.output.err).toContain(`port ${port}`);
    expect(run.output.err).toContain('--port');
    other.close();
  });
});
