import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** What a runtime is told of the sandbox. */
export interface SandboxFacts {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly socialSet: {
    readonly id: string;
    readonly accounts: readonly { readonly id: string; readonly platform: string }[];
  };
}

/** Starts the sandbox that an application has installed, in another process. */
export async function startSandbox(app: string): Promise<{ facts: SandboxFacts; stop: () => Promise<void> }> {
  const main = join(app, 'sandbox.mjs');
  await copyFile(resolve('test/runtimes/sandbox.mjs'), main);
  const child: ChildProcess = spawn('node', [main], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  if (!child.stdout) throw new Error('the sandbox has no output');
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, 'line'),
    exited.then(([code]) => Promise.reject(new Error(`the sandbox ended with ${code}`))),
  ]);
  return {
    facts: JSON.parse(String(line)) as SandboxFacts, // written by sandbox.mjs
    stop: async () => {
      child.stdin?.end();
      await exited;
    },
  };
}
