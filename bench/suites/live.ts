import { contenders, stripeOverNode } from '../contenders.ts';
import { runWorker, startServer } from '../processes.ts';
import { show, spread } from '../statistics.ts';
import type { Suite } from '../tables.ts';
import type { CallsResult, CallsTask } from '../workers/calls.ts';

const columns = [
  { title: 'GET CPU', method: 'get', measure: 'cpu', width: 1 },
  { title: 'POST CPU', method: 'create', measure: 'cpu', width: 1 },
  { title: 'GET calls/s, 64 in flight', method: 'get', measure: 'wall', width: 64 },
] as const;

/** The same calls over HTTP on loopback. */
export const live: Suite = async ({ quick }) => {
  const server = await startServer('server.ts', [0, 1, 1]);
  const rows: string[][] = [];
  for (const { name } of [...contenders, stripeOverNode]) {
    const cells: string[] = [];
    for (const { method, measure, width } of columns) {
      const task: CallsTask = {
        contender: name,
        method,
        origin: server.origin,
        measure,
        width,
        warmUp: quick ? 300 : 1_000,
        calls: (quick ? 300 : 800) * (width > 1 ? 2 : 1),
        rounds: quick ? 3 : 5,
      };
      const { contender, twin } = await runWorker<CallsResult>('calls.ts', task);
      const ratios = contender.map((cost, round) => {
        const ratio = cost / (twin[round] ?? Number.NaN);
        return measure === 'wall' ? 1 / ratio : ratio;
      });
      cells.push(show(spread(ratios)));
    }
    rows.push([name === 'bare fetch' ? 'bare fetch (A/A)' : name, ...cells]);
  }
  await server.stop();
  return [
    {
      title: 'Calls over HTTP',
      note: 'Ratio to bare `fetch` in the same process, against a server in another one: median [quartiles]. CPU: less is better. Calls a second: more is better. Loopback without TLS hides the network, which dwarfs all of this in production.',
      columns: ['client', ...columns.map(({ title }) => title)],
      rows,
    },
  ];
};
