import type { Sandbox } from '../sandbox/sandbox.ts';
import { type SandboxServer, type ServedRequest, startSandboxServer } from '../sandbox/server.ts';
import { type Command, type Flags, type Terminal, UsageError } from './command.ts';

const defaultPort = 4010;

const help = `Usage: social-publishing sandbox [options]

Starts the whole service on this machine, in memory, and logs each request on one line. Ctrl-C stops it.

Options:
  --port <number>     where to listen; 0 for any free port (default ${defaultPort})
  --host <address>    who may connect; 0.0.0.0 for everyone who can reach this machine (default 127.0.0.1)
  --no-rate-limits    answer however many requests come
  --verbose           show each request's idempotency key and body, and the answer of a refused one
  -h, --help          show this help`;

function portFrom(flag: Flags[string]): number {
  if (flag === undefined) return defaultPort;
  const port = typeof flag === 'string' && /^\d{1,5}$/.test(flag) ? Number(flag) : Number.NaN;
  if (!(port <= 65_535))
    throw new UsageError(`--port must be a number from 0 to 65535, not '${String(flag)}'`);
  return port;
}

async function run(flags: Flags, terminal: Terminal): Promise<number> {
  const port = portFrom(flags['port']);
  const { host } = flags;
  const verbose = flags['verbose'] === true;
  let server: SandboxServer;
  try {
    server = await startSandboxServer({
      port,
      host: typeof host === 'string' ? host : undefined,
      rateLimits: flags['no-rate-limits'] !== true,
      onRequest: (request) => {
        terminal.out(lineOf(request));
        if (verbose) for (const line of detailsOf(request, server.sandbox)) terminal.out(line);
      },
    });
  } catch (error) {
    terminal.err(`social-publishing: cannot listen on port ${port}: ${reason(error)}`);
    return 1;
  }
  terminal.out('The sandbox is running. It forgets everything when it stops (Ctrl-C).');
  terminal.out('');
  terminal.out(`  SOCIAL_PUBLISHING_BASE_URL=${server.baseUrl}`);
  terminal.out(`  SOCIAL_PUBLISHING_API_KEY=${server.apiKey}`);
  terminal.out('');
  await aborted(terminal.stopped);
  await server.close();
  terminal.out('The sandbox has stopped.');
  return 0;
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'it is in use; choose another one with --port';
  return error instanceof Error ? error.message : String(error);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

const lineOf = ({ method, path, status, durationMs }: ServedRequest): string =>
  `${method.padEnd(6)} ${path} ${status ?? 'cut off'} ${Math.round(durationMs)} ms`;

/** What stands behind the line. */
function detailsOf({ method, path, idempotencyKey, error }: ServedRequest, sandbox: Sandbox): string[] {
  const body = sandbox.requests.findLast(
    (record) => record.method === method && path.split('?', 1)[0]?.endsWith(record.path),
  )?.body;
  return [
    ...(idempotencyKey === undefined ? [] : [`idempotency-key: ${idempotencyKey}`]),
    ...(body === undefined ? [] : [`body: ${JSON.stringify(body)}`]),
    ...(error === undefined ? [] : [`answer: ${error.trimEnd()}`]),
  ].map((line) => `       ${line}`);
}

export const sandbox: Command = {
  summary: 'run the whole service on this machine, for development and tests',
  help,
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    'no-rate-limits': { type: 'boolean' },
    verbose: { type: 'boolean' },
  },
  run,
};
