/** Starts the processes of the bench and reads what they say. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const here = fileURLToPath(new URL('.', import.meta.url));
export const root = fileURLToPath(new URL('..', import.meta.url));

export interface Server {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a server script; it says its port, and ends with us. */
export async function startServer(script: string, args: readonly unknown[] = []): Promise<Server> {
  const child = fork(`${here}${script}`, args.map(String));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]; // what our own script sends
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

/** Runs a worker script with a task, and returns what it prints as JSON on its last line. */
export async function runWorker<Result>(
  script: string,
  task: object,
  nodeOptions: readonly string[] = [],
): Promise<Result> {
  const { stdout } = await run(process.execPath, [
    ...nodeOptions,
    `${here}workers/${script}`,
    JSON.stringify(task),
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Result; // what our own script prints
}

/** Runs a program to its end. */
export async function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string } = {},
): Promise<{ stdout: string }> {
  const child = spawn(command, args, { cwd: options.cwd ?? here, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${stderr || stdout}`);
  return { stdout };
}
