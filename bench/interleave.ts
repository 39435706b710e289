/** Two things measured in turns, so that what else the machine does hits both alike. */

export interface Pair {
  readonly contender: number[];
  readonly twin: number[];
}

/** Rounds that are made however long they take. */
const leastRounds = 3;

/** Whether there is time for one more round: on a busy machine the whole run still has to end. */
export function timeFor(round: number, started: number, budget: number): boolean {
  return round < leastRounds || performance.now() - started < budget;
}

/** Runs both `rounds` times, fewer when `budget` (ms) is over, and changes who is first each time. */
export async function interleave(
  rounds: number,
  contender: () => Promise<number>,
  twin: () => Promise<number>,
  budget = 5_000,
): Promise<Pair> {
  const started = performance.now();
  const pair: Pair = { contender: [], twin: [] };
  for (let round = 0; round < rounds && timeFor(round, started, budget); round++) {
    if (round % 2 === 0) pair.contender.push(await contender());
    pair.twin.push(await twin());
    if (round % 2 === 1) pair.contender.push(await contender());
  }
  return pair;
}

/** CPU time of this process that some work takes, in microseconds: all of its threads, the GC's too. */
export async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Wall time in milliseconds. */
export async function wallTime(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

export async function repeat(times: number, call: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < times; index++) await call();
}

/** `times` calls with so many in flight at each moment. */
export async function inFlight(width: number, times: number, call: () => Promise<unknown>): Promise<void> {
  let left = times;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: width }, lane));
}
