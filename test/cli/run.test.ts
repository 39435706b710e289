import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { run } from '../../src/cli/run.ts';

async function cli(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(args, {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    stopped: AbortSignal.abort(),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

test('--version prints the version', async () => {
  expect(await cli('--version')).toEqual({ code: 0, out: packageJson.version, err: '' });
});

test.each([
  [['--help'], 'sandbox'],
  [['-h'], 'Commands'],
  [['sandbox', '--help'], '--no-rate-limits'],
  [['sandbox', '-h', '--port', '1'], '--no-rate-limits'],
])('%j prints help and exits with 0', async (args, expected) => {
  expect(await cli(...args)).toEqual({ code: 0, out: expect.stringContaining(expected), err: '' });
});

test.each([
  [[], 'no command'],
  [['sandbxo'], "unknown command 'sandbxo'"],
  [['toString'], "unknown command 'toString'"],
  [['--colour'], '--colour'],
  [['sandbox', '--prot', '1'], "'--prot'"],
  [['sandbox', 'extra'], "'extra'"],
  [['sandbox', '--port'], '--port'],
  [['sandbox', '--port', 'abc'], "not 'abc'"],
  [['sandbox', '--port', '65536'], "not '65536'"],
  [['sandbox', '--verbose=yes'], '--verbose'],
])('%j exits with 2 and says what is wrong and where help is', async (args, expected) => {
  const { code, out, err } = await cli(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(expected);
  expect(err).toContain('--help');
});
