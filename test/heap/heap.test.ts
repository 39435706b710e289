import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, inject, it } from 'vitest';
import { run } from '../packaging/run.ts';

it('holds on to nothing over 20,000 calls', async () => {
  const app = inject('app');
  await copyFile(resolve('test/heap/program.mjs'), join(app, 'heap.mjs'));
  const { stdout } = await run('node', ['--expose-gc', 'heap.mjs'], { cwd: app });
  const { grownBytes } = JSON.parse(stdout) as { grownBytes: number }; // written by program.mjs
  // A hundred bytes a call; code that is compiled late, and garbage that is left for later, take half of it.
  expect(grownBytes).toBeLessThan(2_000_000);
});
