// What samples import that is not installed here.

/** The reader's own application. */
declare module '*/src/announce.ts' {
  export function announce(client: import('social-publishing').SocialPublishing, text: string): Promise<void>;
}

/** As far as the samples use it, by its documentation. */
declare module 'bullmq' {
  interface Connection {
    readonly connection: import('ioredis').Redis;
  }
  interface JobOptions {
    readonly attempts?: number;
    readonly backoff?: { readonly type: 'exponential' | 'fixed'; readonly delay: number };
    readonly jobId?: string;
  }
  export class Job<Data> {
    readonly id?: string;
    readonly data: Data;
    moveToDelayed(timestamp: number, token?: string): Promise<void>;
  }
  export class Queue<Data> {
    constructor(name: string, options: Connection & { readonly defaultJobOptions?: JobOptions });
    add(name: string, data: Data, options?: JobOptions): Promise<Job<Data>>;
    getJobCounts(...states: readonly string[]): Promise<Record<string, number>>;
    obliterate(options?: { readonly force?: boolean }): Promise<void>;
    close(): Promise<void>;
  }
  export class Worker<Data, Result> {
    constructor(
      name: string,
      work: (job: Job<Data>, token?: string) => Promise<Result>,
      options: Connection & { readonly concurrency?: number },
    );
    on(event: 'completed', listener: (job: Job<Data>, result: Result) => void): this;
    on(event: 'failed', listener: (job: Job<Data> | undefined, error: Error) => void): this;
    close(): Promise<void>;
  }
  export class DelayedError extends Error {}
  export class UnrecoverableError extends Error {}
}
