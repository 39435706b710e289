import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timeFor } from '../interleave.ts';
import { here, startServer } from '../processes.ts';
import { type Program, programs } from '../programs.ts';
import { show, spread } from '../statistics.ts';
import type { Suite } from '../tables.ts';

// Inside the bench, where the packages are found.
const folder = join(here, 'node_modules', '.cold-start');

interface Start {
  readonly name: string;
  readonly args: readonly string[];
}

/** From the start of a process to its end, in milliseconds. */
async function duration(args: readonly string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return performance.now() - started;
}

/** Every start in turns, so that a busy moment hits them all. */
async function race(starts: readonly Start[], rounds: number): Promise<Map<string, number[]>> {
  const times = new Map(starts.map(({ name }): [string, number[]] => [name, []]));
  for (const { args } of starts) await duration(args);
  const started = performance.now();
  for (let round = 0; round < rounds && timeFor(round, started, 40_000); round++) {
    for (const { name, args } of round % 2 === 0 ? starts : starts.toReversed()) {
      times.get(name)?.push(await duration(args));
    }
  }
  return times;
}

const bindingName = (binding: string): string => /\w+/.exec(binding)?.[0] ?? '';

function required({ binding, from }: Program): string {
  const name = bindingName(binding);
  // A default export, as it comes through require.
  return binding.startsWith('{')
    ? `const { ${name} } = require('${from}');`
    : `const ${name}Module = require('${from}'); const ${name} = ${name}Module.default ?? ${name}Module;`;
}

async function write(file: string, text: string): Promise<string[]> {
  const path = join(folder, file);
  await writeFile(path, text);
  return [path];
}

/** Starts, from `import` to a client that is ready, and on to the first answer. */
export const coldStart: Suite = async ({ quick }) => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const server = await startServer('server.ts', [0, 1, 1]);
  const origin = `const origin = '${server.origin}';`;
  const esm: Start[] = [];
  const cjs: Start[] = [];
  const first: Start[] = [];
  for (const [index, program] of programs.entries()) {
    const { name, binding, from, construct, call } = program;
    const imported = `import ${binding} from '${from}';\n${origin}\nconst client = ${construct};\n`;
    esm.push({ name, args: await write(`${index}.mjs`, imported) });
    cjs.push({
      name,
      args: await write(`${index}.cjs`, `${required(program)}\n${origin}\nconst client = ${construct};\n`),
    });
    first.push({
      name,
      args: await write(`${index}-first.mjs`, `${imported}await ${call};\nprocess.exit();\n`),
    });
  }
  const empty: Start = { name: 'bare node', args: ['-e', ''] };
  const again: Start = { name: 'bare node (A/A)', args: ['-e', ''] };
  const fetching = await write(
    'fetch.mjs',
    `${origin}\nawait (await fetch(origin + '/v1/posts/1')).json();\nprocess.exit();\n`,
  );
  const rounds = quick ? 7 : 21;
  const imports = await race([empty, again, ...esm], rounds);
  const requires = await race([empty, again, ...cjs], rounds);
  const answers = await race(
    [{ name: 'bare fetch', args: fetching }, { name: 'bare fetch (A/A)', args: fetching }, ...first],
    rounds,
  );
  await server.stop();
  await rm(folder, { recursive: true, force: true });

  const above = (times: Map<string, number[]>, name: string): string => {
    const floor = times.get('bare node') ?? [];
    return show(spread((times.get(name) ?? []).map((time, round) => time - (floor[round] ?? Number.NaN))), 1);
  };
  const ratio = (name: string): string => {
    const floor = answers.get('bare fetch') ?? [];
    return show(spread((answers.get(name) ?? []).map((time, round) => time / (floor[round] ?? Number.NaN))));
  };
  return [
    {
      title: 'Cold start',
      note: 'A process that imports the package and makes a client: milliseconds above a bare `node -e ""`. First answer: from the start of the process to the first answer over HTTP, as a ratio to bare `fetch`. Median [quartiles], less is better.',
      columns: ['client', 'import + construct', 'require + construct', 'first answer'],
      rows: [
        ['A/A', above(imports, again.name), above(requires, again.name), ratio('bare fetch (A/A)')],
        ...programs.map(({ name }) => [name, above(imports, name), above(requires, name), ratio(name)]),
      ],
    },
  ];
};
