import { TrieRouter } from 'hono/router/trie-router';
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { type Handler, handlers } from './handlers/index.ts';
import { notFound, Refusal } from './refusal.ts';

/** A row of the operations table with what the sandbox does for it. */
export interface Route {
  readonly row: Operation;
  readonly handler: Handler;
}

export interface Match extends Route {
  readonly id: string;
}

/** Finds the endpoint of a request in the operations table. */
export class ApiRouter {
  readonly #router = new TrieRouter<Route>();
  readonly #methods = new Set<string>();

  constructor() {
    for (const row of operations) {
      const handler = handlers[row.id];
      if (!handler) throw new Error(`the sandbox has no handler for ${row.id}`);
      // On the wire a time is in UTC already; what the client would put right is refused here.
      const { timestamps: _, ...wireRow } = row;
      this.#methods.add(row.method);
      this.#router.add(row.method, row.path.replace('{id}', ':id'), { row: wireRow, handler });
    }
  }

  match(method: string, path: string): Match {
    const found = this.#find(method, path);
    if (found) return found;
    const allowed = [...this.#methods].filter((other) => this.#find(other, path));
    if (allowed.length === 0) throw notFound('endpoint');
    throw new Refusal(
      405,
      'method_not_allowed',
      `${method} is not allowed here; use ${allowed.join(' or ')}`,
      {
        headers: { allow: allowed.join(', ') },
      },
    );
  }

  #find(method: string, path: string): Match | undefined {
    const route = this.#router.match(method, path)[0][0];
    if (!route) return undefined;
    const [{ row, handler }, params] = route;
    return { row, handler, id: decode(String(params['id'] ?? '')) };
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Broken encoding names no record.
    return '';
  }
}
