/**
 * `npm run bench [-- --quick] [-- --suite NAME] [-- --no-build]`: measures the SDK beside what a user would
 * pick instead, prints the tables and, when all suites ran, writes them to docs/performance.md.
 *
 * Speed is never asserted here: the tables say what was found.
 */
import { parseArgs } from 'node:util';
import { writeReport } from './report.ts';
import { installPeers, stagePackage } from './stage.ts';
import { suites } from './suites/index.ts';
import { markdown, type Table } from './tables.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    suite: { type: 'string', multiple: true },
    'no-build': { type: 'boolean', default: false },
  },
});

const chosen = values.suite ?? Object.keys(suites);
for (const name of chosen) {
  if (!Object.hasOwn(suites, name))
    throw new Error(`no suite is named ${name}: there are ${Object.keys(suites).join(', ')}`);
}

await installPeers();
if (!values['no-build']) await stagePackage();

const tables: Table[] = [];
for (const name of chosen) {
  const started = performance.now();
  const found = (await suites[name]?.({ quick: values.quick })) ?? [];
  tables.push(...found);
  for (const table of found) console.log(`\n## ${table.title}\n\n${table.note}\n\n${markdown(table)}`);
  console.error(`bench: ${name} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

if (values.suite === undefined) await writeReport(tables, values);
