/**
 * Calls of one contender beside a bare `fetch` twin, in one process.
 * With `origin: 'stub'` both call a `fetch` that answers at once: what is left is the client's own work.
 */
import { bareFetch, contenderNamed, type Session } from '../contenders.ts';
import { cpuTime, inFlight, interleave, type Pair, repeat, wallTime } from '../interleave.ts';
import { answer } from '../records.ts';

export interface CallsTask {
  readonly contender: string;
  readonly method: 'get' | 'create';
  readonly origin: string;
  readonly measure: 'cpu' | 'wall';
  /** More than 1: so many calls in flight. */
  readonly width: number;
  readonly warmUp: number;
  readonly calls: number;
  readonly rounds: number;
}

/** For each call, in microseconds. */
export type CallsResult = Pair;

function installStub(): void {
  const body = JSON.stringify(answer);
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  globalThis.fetch = async (_input, init) =>
    new Response(body, { status: init?.method === 'POST' ? 201 : 200, headers });
}

const task = JSON.parse(process.argv[2] ?? '') as CallsTask; // written by our own suite
const stubbed = task.origin === 'stub';
if (stubbed) installStub();
const origin = stubbed ? 'http://127.0.0.1:9' : task.origin;

const contender = await contenderNamed(task.contender).connect(origin);
const twin = await bareFetch.connect(origin);

const batch = (session: Session) => async (): Promise<number> => {
  const call = () => session[task.method]();
  const calls = () => (task.width > 1 ? inFlight(task.width, task.calls, call) : repeat(task.calls, call));
  const total = task.measure === 'cpu' ? await cpuTime(calls) : (await wallTime(calls)) * 1000;
  return total / task.calls;
};

for (const session of [contender, twin]) await repeat(task.warmUp, () => session[task.method]());
console.log(JSON.stringify(await interleave(task.rounds, batch(contender), batch(twin))));
