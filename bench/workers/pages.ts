/** Walks a list with one contender, beside the plain loop over bare `fetch`. */
import { bareFetch, contenderNamed, type Session } from '../contenders.ts';
import { interleave, type Pair, wallTime } from '../interleave.ts';

export interface PagesTask {
  readonly contender: string;
  readonly origin: string;
  readonly pageSize: number;
  /** Milliseconds that the consumer works on each page. */
  readonly work: number;
  readonly expected: number;
  readonly rounds: number;
}

/** Milliseconds for the whole walk. */
export type PagesResult = Pair;

const task = JSON.parse(process.argv[2] ?? '') as PagesTask; // written by our own suite

const walk = (session: Session) => (): Promise<number> =>
  wallTime(async () => {
    let items = 0;
    for await (const _item of session.items?.() ?? []) {
      items += 1;
      if (task.work > 0 && items % task.pageSize === 0)
        await new Promise((done) => setTimeout(done, task.work));
    }
    if (items !== task.expected) throw new Error(`${task.contender}: ${items} items, not ${task.expected}`);
  });

const contender = walk(await contenderNamed(task.contender).connect(task.origin));
const twin = walk(await bareFetch.connect(task.origin));
// One walk each to warm up; where most of it is waiting there is nothing to warm.
if (task.work === 0) {
  await contender();
  await twin();
}
console.log(JSON.stringify(await interleave(task.rounds, contender, twin)));
