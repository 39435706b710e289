import type { Fetch } from '../../src/index.ts';

/** What a scripted fetch does with one request. */
export type FetchStep = Response | Error | ((request: Request) => Response | Promise<Response>);

export interface ScriptedFetch {
  readonly fetch: Fetch;
  readonly requests: readonly Request[];
}

/** A fetch without a network. It takes the steps in turn, and the last one from then on. */
export function scriptedFetch(...steps: readonly FetchStep[]): ScriptedFetch {
  const requests: Request[] = [];
  return {
    requests,
    fetch: async (request) => {
      requests.push(request.clone());
      const step = steps[Math.min(requests.length, steps.length) - 1];
      if (step instanceof Error) throw step;
      if (typeof step === 'function') return step(request);
      if (!step) throw new Error('No step is scripted.');
      return step.clone();
    },
  };
}

/** A fetch that never answers, until its signal says so. */
export function hangUntilAborted(request: Request): Promise<Response> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(request.signal.reason);
    if (request.signal.aborted) abort();
    request.signal.addEventListener('abort', abort);
  });
}

/** What fetch throws when a connection fails, as Node does it. */
export function connectionFailure(code: string): Error {
  const cause = Object.assign(new Error(`connect ${code} 127.0.0.1`), { code });
  return new TypeError('fetch failed', { cause });
}
