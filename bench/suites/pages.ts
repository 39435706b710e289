import { contenders } from '../contenders.ts';
import { runWorker, startServer } from '../processes.ts';
import { show, spread } from '../statistics.ts';
import type { Suite } from '../tables.ts';
import type { PagesResult, PagesTask } from '../workers/pages.ts';

const pageSize = 100;
const walkers = [
  'bare fetch',
  'social-publishing',
  'stripe (fetch)',
  '@octokit/core',
  '@anthropic-ai/sdk',
  'openai',
];

/** Walking a list, by each client's own iteration. */
export const pages: Suite = async ({ quick }) => {
  const scenarios = [
    { title: 'no latency', latency: 0, work: 0, count: 100, rounds: quick ? 3 : 5 },
    // A page is ready when the one before it is done, if it was asked for in time.
    {
      title: '30 ms latency, 30 ms work on each page',
      latency: 30,
      work: 30,
      count: quick ? 20 : 100,
      rounds: 1,
    },
  ];
  const rows = new Map(walkers.map((name) => [name, [name === 'bare fetch' ? 'bare fetch (A/A)' : name]]));
  for (const { latency, work, count, rounds } of scenarios) {
    const server = await startServer('server.ts', [latency, count, pageSize]);
    for (const { name } of contenders.filter((contender) => rows.has(contender.name))) {
      const task: PagesTask = {
        contender: name,
        origin: server.origin,
        pageSize,
        work,
        expected: count * pageSize,
        rounds,
      };
      const { contender, twin } = await runWorker<PagesResult>('pages.ts', task);
      const speeds = contender.map((time, round) => (twin[round] ?? Number.NaN) / time);
      rows.get(name)?.push(show(spread(speeds)));
    }
    await server.stop();
  }
  return [
    {
      title: 'Walking a list',
      note: 'How much faster than a plain loop over bare `fetch`, pages of 100: median [quartiles], more is better. 100 pages; 20 with latency and `--quick`. ky, resend, @zernio/node and post-for-me have no iteration.',
      columns: ['client', ...scenarios.map(({ title }) => title)],
      rows: [...rows.values()],
    },
  ];
};
