import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds after which the process is killed. Default 120 000. */
  readonly timeout?: number;
}

const execute = promisify(execFile);

/** Runs a program to its end. Rejects with what it wrote when it fails. */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env, timeout = 120_000 }: RunOptions = {},
): Promise<{ stdout: string; stderr: string }> {
  try {
    return await execute(program, args, {
      timeout,
      maxBuffer: 64 * 2 ** 20,
      env: { ...process.env, ...env },
      ...(cwd ? { cwd } : {}),
    });
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string }; // execFile's documented shape
    const message = `${program} ${args.join(' ')} ended with ${String(code)}:\n${stdout}\n${stderr}`;
    throw Object.assign(new Error(message), { stdout, stderr });
  }
}

/** Installs a folder's own lockfile, unless that has been done since it changed. */
export async function installOnce(folder: string, ...flags: readonly string[]): Promise<void> {
  const changed = (file: string) => stat(join(folder, file)).then(({ mtimeMs }) => mtimeMs);
  const installed = await changed('node_modules/.package-lock.json').catch(() => 0);
  if (installed > (await changed('package-lock.json'))) return;
  await run('npm', ['ci', '--no-audit', '--no-fund', ...flags], { cwd: folder, timeout: 280_000 });
}
