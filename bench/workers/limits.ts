/** Creates posts with one contender, all at once, and repeats by hand what its client gives up on. */
import { contenderNamed } from '../contenders.ts';
import { wallTime } from '../interleave.ts';

export interface LimitsTask {
  readonly contender: string;
  readonly origin: string;
  readonly posts: number;
  readonly minute: number;
  /** Milliseconds after which what is left is given up. */
  readonly patience: number;
}

export interface LimitsResult {
  readonly milliseconds: number;
  readonly created: number;
}

const task = JSON.parse(process.argv[2] ?? '') as LimitsTask; // written by our own suite
const session = await contenderNamed(task.contender).connect(task.origin, task.minute);
// Its modules and its connection are there before the first post.
await session.get();
const deadline = performance.now() + task.patience;

async function create(text: string): Promise<boolean> {
  while (performance.now() < deadline) {
    try {
      await session.create(text);
      return true;
    } catch {
      // What a caller does who has no better advice: wait a little, and try again.
      await new Promise((done) => setTimeout(done, task.minute / 6));
    }
  }
  return false;
}

let created = 0;
const milliseconds = await wallTime(async () => {
  const outcomes = await Promise.all(
    Array.from({ length: task.posts }, (_, index) => create(`Post number ${index}`)),
  );
  created = outcomes.filter(Boolean).length;
});
console.log(JSON.stringify({ milliseconds, created } satisfies LimitsResult));
process.exit();
