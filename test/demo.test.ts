import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

// As `npm run demo` does, against the build that `npm test` makes first.
test('the demo tells its story, ends by itself and shows no key', async () => {
  const { stdout, stderr } = await run(process.execPath, ['examples/01-demo.ts'], { timeout: 30_000 });
  const steps = [
    'Who am I?',
    'Where can I post?',
    'A draft',
    'An edit',
    'A scheduled post',
    'Canceled',
    'Publish now',
    'is processing',
    'Waited until it is out',
    'All posts, two a page',
    'The answer got lost',
    'A mistake costs no request',
    'A key without the scope',
    'That is the whole story.',
  ];
  let at = 0;
  for (const step of steps) {
    const found = stdout.indexOf(step, at);
    expect(found, `"${step}" comes in its turn`).toBeGreaterThanOrEqual(0);
    at = found;
  }
  expect(stdout).toContain('x: pushed, linkedin: pushed, threads: pushed');
  expect(stdout).toContain('2 attempts with one key, published once on each of 3 accounts');
  expect(stdout + stderr).not.toContain('sp_demo_full_access');
}, 40_000);
