/**
 * Runs examples by their numbers: `npm run example -- 03`, `npm run example -- all`.
 * Ends with an exit code other than 0 when one of them does.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const folder = import.meta.dirname;
const examples = readdirSync(folder)
  .filter((name) => /^\d\d-.*\.ts$/.test(name))
  .sort();
const [wanted, ...args] = process.argv.slice(2);
const chosen = examples.filter(
  (name) => wanted === 'all' || (wanted !== undefined && name.startsWith(wanted)),
);

if (chosen.length === 0) {
  console.error('Which one? `npm run example -- <number>`, or `all`:\n');
  for (const name of examples) console.error(`  ${name.replace(/\.ts$/, '')}`);
  process.exit(1);
}

for (const name of chosen) {
  if (chosen.length > 1) console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}\n`);
  const { status } = spawnSync(process.execPath, [`${folder}/${name}`, ...args], { stdio: 'inherit' });
  if (status !== 0) {
    console.error(`\n${name} failed.`);
    process.exit(status ?? 1);
  }
}
