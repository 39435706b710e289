/** Writes docs/performance.md. */
import { writeFile } from 'node:fs/promises';
import { cpus, release, type } from 'node:os';
import { join } from 'node:path';
import { contenders } from './contenders.ts';
import { root } from './processes.ts';
import { versionOf } from './stage.ts';
import { markdown, type Table } from './tables.ts';

export async function writeReport(tables: readonly Table[], { quick }: { quick: boolean }): Promise<void> {
  const packages = [...new Set(contenders.flatMap((contender) => contender.packages))];
  const versions = await Promise.all(packages.map(async (name) => `${name} ${await versionOf(name)}`));
  const sections = tables.map((table) => `## ${table.title}\n\n${table.note}\n\n${markdown(table)}\n`);
  const processors = cpus();
  const text = `# Performance

Written by \`npm run bench\`${quick ? ' with `--quick`: a first look, not a measurement' : ''}. [bench/README.md](../bench/README.md) says
what is behind the figures.

Measured on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${type()} ${release().split('.').slice(0, 2).join('.')}, ${processors.length} × ${processors[0]?.model.trim() ?? 'unknown CPU'}.
A difference under 10 % means nothing; the A/A rows show the noise.

${versions.join(' · ')}

${sections.join('\n')}`;
  await writeFile(join(root, 'docs', 'performance.md'), text);
}
