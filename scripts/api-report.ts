/**
 * The public declarations, one file for each import path, so that a change of the surface shows in a diff.
 * `--check` compares them with what is checked in; without it they are written.
 */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import process from 'node:process';

const folder = 'docs/api-report';

/** Names of shared files carry a hash, which changes with what says nothing. */
const hash = /-[\w-]{8}(?=\.(d\.ts|js)\b)/g;

/** Without comments: a better word is no change of the surface. A `@deprecated` is one. */
function surfaceOf(declarations: string): string {
  return declarations
    .replaceAll(/^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*\n/gm, (comment) =>
      comment.includes('@deprecated') ? `${/^[ \t]*/.exec(comment)?.[0] ?? ''}/** @deprecated */\n` : '',
    )
    .replaceAll(hash, '')
    .replaceAll(/\n{2,}/g, '\n\n')
    .trim();
}

const reports = new Map<string, string>();
for (const file of globSync('dist/**/*.d.ts').sort()) {
  const path = relative('dist', file).replace(hash, '');
  const name = `${path.replace(/\.d\.ts$/, '').replaceAll('/', '-')}.md`;
  if (reports.has(name)) throw new Error(`two files of declarations would be ${name}`);
  const text = surfaceOf(readFileSync(file, 'utf8'));
  reports.set(name, `# ${path}\n\nWritten by \`npm run api-report\`.\n\n\`\`\`ts\n${text}\n\`\`\`\n`);
}
if (!reports.has('index.md')) throw new Error('dist has no declarations: run `npm run build` first');

if (process.argv.includes('--check')) {
  const present = existsSync(folder) ? readdirSync(folder) : [];
  const differing = [...new Set([...present, ...reports.keys()])]
    .filter(
      (name) => !present.includes(name) || readFileSync(join(folder, name), 'utf8') !== reports.get(name),
    )
    .sort();
  for (const name of differing) console.error(`${folder}/${name} is not what the build declares`);
  if (differing.length > 0) {
    console.error('The public surface has changed. Run `npm run api-report` and look at the diff.');
    process.exitCode = 1;
  } else console.log(`${reports.size} files of declarations, as they were`);
} else {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of reports) writeFileSync(join(folder, name), text);
  console.log(`wrote ${[...reports.keys()].map((name) => basename(name)).join(', ')} to ${folder}`);
}
