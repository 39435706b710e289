/** What is used of a client of the package `redis` (4 or later), a cluster's too. */
export interface NodeRedisClient {
  /** Runs a script that the server has. */
  evalSha(sha1: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Runs a script. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** What is used of a client of the package `ioredis` (5 or later), a cluster's too. */
export interface IoRedisClient {
  /** Runs a script that the server has. */
  evalsha(sha1: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** Runs a script. */
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** A connected Redis client. */
export type RedisClient = NodeRedisClient | IoRedisClient;

/** Runs scripts on either kind of client, by their hash wherever the server knows it. */
export class ScriptRunner {
  readonly #client: RedisClient;
  readonly #hashes = new Map<string, string>();

  constructor(client: RedisClient) {
    this.#client = client;
  }

  async run(script: string, keys: string[], args: string[]): Promise<unknown> {
    const sha1 = this.#hashes.get(script) ?? (await this.#hash(script));
    try {
      return await this.#evaluate('sha', sha1, keys, args);
    } catch (error) {
      // A server that has just started knows no script.
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return this.#evaluate('script', script, keys, args);
    }
  }

  #evaluate(by: 'sha' | 'script', what: string, keys: string[], args: string[]): Promise<unknown> {
    const client = this.#client;
    if ('evalSha' in client) {
      const options = { keys, arguments: args };
      return by === 'sha' ? client.evalSha(what, options) : client.eval(what, options);
    }
    const all = [...keys, ...args];
    return by === 'sha' ? client.evalsha(what, keys.length, ...all) : client.eval(what, keys.length, ...all);
  }

  async #hash(script: string): Promise<string> {
    const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(script));
    const sha1 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    this.#hashes.set(script, sha1);
    return sha1;
  }
}

/** Whether it is one of the two. */
export function isRedisClient(client: unknown): client is RedisClient {
  if (typeof client !== 'object' || client === null) return false;
  return 'eval' in client && ('evalSha' in client || 'evalsha' in client);
}
