import { limits as documented } from '../../src/pacing/limits.ts';
import { type Contender, contenders } from '../contenders.ts';
import { runWorker, startServer } from '../processes.ts';
import type { Suite } from '../tables.ts';
import type { LimitsResult, LimitsTask } from '../workers/limits.ts';

interface Stats {
  readonly requests: number;
  readonly refused: number;
  readonly duplicates: number;
}

interface Outcome extends LimitsResult {
  readonly stats: Stats;
  /** How much of the rate that the limits allow was used. */
  readonly used: number;
}

async function publish(
  contender: string,
  posts: number,
  minute: number,
  faultRate: number,
): Promise<Outcome> {
  const server = await startServer('limited-server.ts', [minute, faultRate]);
  const task: LimitsTask = { contender, origin: server.origin, posts, minute, patience: minute * 15 };
  const result = await runWorker<LimitsResult>('limits.ts', task);
  const stats = (await (await fetch(`${server.origin}/stats`)).json()) as Stats; // what our own server says
  await server.stop();
  // The first burst costs no time, and each one after it a minute.
  const bursts = Math.ceil((stats.requests - stats.refused) / documented.postsWritePerMinute.max) - 1;
  return { ...result, stats, used: (bursts * minute) / result.milliseconds };
}

/** Sixty posts at once, where ten a minute are allowed. */
export const limits: Suite = async ({ quick }) => {
  const posts = quick ? 30 : 60;
  const minute = quick ? 1_000 : 4_000;
  const measure = async ({ name }: Contender): Promise<string[]> => {
    const [calm, faulty] = await Promise.all([
      publish(name, posts, minute, 0),
      publish(name, posts, minute, 0.1),
    ]);
    const minutes = ({ milliseconds }: LimitsResult) => (milliseconds / minute).toFixed(2);
    return [
      name,
      minutes(calm),
      `${(calm.used * 100).toFixed(1)} %`,
      String(calm.stats.refused),
      minutes(faulty),
      String(faulty.stats.requests),
      String(faulty.stats.refused),
      String(faulty.stats.duplicates),
      String(posts - faulty.created),
    ];
  };
  const rows: string[][] = [];
  // Everyone waits nearly all of the time, so a few can at once.
  for (let first = 0; first < contenders.length; first += 4) {
    rows.push(...(await Promise.all(contenders.slice(first, first + 4).map(measure))));
  }
  return [
    {
      title: `${posts} posts within the limits`,
      note: `${posts} posts at once against the documented limits (ten a minute), a minute lasting ${minute / 1000} s. First without faults: minutes, the share of the allowed rate that was used, and 429s. Then with 10 % faults, half of them cut off after the post was stored: minutes, requests, 429s, posts that exist twice, and posts given up after 15 minutes. What a client gives up on is tried again after ten (scaled) seconds, for everyone alike. The server sends \`Retry-After\`; back-offs inside the clients run on the real clock.`,
      columns: [
        'client',
        'minutes',
        'of the rate',
        '429s',
        'minutes, faults',
        'requests',
        '429s',
        'duplicates',
        'missing',
      ],
      rows,
    },
  ];
};
