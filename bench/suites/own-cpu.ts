import { contenders } from '../contenders.ts';
import { runWorker } from '../processes.ts';
import { show, spread } from '../statistics.ts';
import type { Suite } from '../tables.ts';
import type { CallsResult, CallsTask } from '../workers/calls.ts';

/** What each client's own code costs, with a `fetch` that answers at once. */
export const ownCpu: Suite = async ({ quick }) => {
  const rows: string[][] = [];
  for (const { name } of contenders) {
    const cells: string[] = [];
    for (const method of ['get', 'create'] as const) {
      const task: CallsTask = {
        contender: name,
        method,
        origin: 'stub',
        measure: 'cpu',
        width: 1,
        warmUp: quick ? 8_000 : 15_000,
        calls: quick ? 2_000 : 4_000,
        rounds: quick ? 5 : 11,
      };
      const { contender, twin } = await runWorker<CallsResult>('calls.ts', task);
      cells.push(show(spread(contender.map((cost, round) => cost - (twin[round] ?? Number.NaN))), 1));
    }
    rows.push([name === 'bare fetch' ? 'bare fetch (A/A)' : name, ...cells]);
  }
  return [
    {
      title: 'Own CPU of a call',
      note: 'Microseconds of CPU for a call above bare `fetch`, with a stub that answers at once: median [quartiles]. Ours runs with the pacer, four hooks, the log and all checks on.',
      columns: ['client', 'GET', 'POST'],
      rows,
    },
  ];
};
