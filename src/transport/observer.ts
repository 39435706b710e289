import type { HookEvent } from '../types/options.ts';
import type { Config } from './config.ts';
import type { PreparedCall } from './prepare.ts';

/** Tells hooks and the log what happens to one call. Nothing that they do reaches the call. */
export class Observer {
  readonly #config: Config;
  readonly #call: PreparedCall;
  readonly #silent: boolean;

  constructor(config: Config, call: PreparedCall) {
    this.#config = config;
    this.#call = call;
    const { onRequest, onResponse, onRetry, onPaced } = config.hooks;
    this.#silent = !(onRequest || onResponse || onRetry || onPaced) && !config.log.writes('info');
  }

  #event(attempt: number): HookEvent {
    const { row, method, path, idempotencyKey } = this.#call;
    return {
      operation: row.id,
      method,
      path,
      attempt,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    };
  }

  request(attempt: number): void {
    if (this.#silent) return;
    const event = this.#event(attempt);
    tell(this.#config.hooks.onRequest, event);
    this.#config.log.write('debug', 'request', event);
  }

  response(
    attempt: number,
    answer: { status: number; durationMs: number; requestId: string | undefined },
  ): void {
    if (this.#silent) return;
    const { status, durationMs, requestId } = answer;
    const event = {
      ...this.#event(attempt),
      status,
      durationMs,
      ...(requestId === undefined ? {} : { requestId }),
    };
    tell(this.#config.hooks.onResponse, event);
    this.#config.log.write('debug', 'response', event);
  }

  retry(attempt: number, delayMs: number, error: Error): void {
    if (this.#silent) return;
    const event = { ...this.#event(attempt), delayMs, error };
    tell(this.#config.hooks.onRetry, event);
    this.#config.log.write(
      'info',
      `retry in ${Math.round(delayMs)} ms: ${error.message}`,
      this.#event(attempt),
    );
  }

  paced(attempt: number, wait: { waitMs: number; bucket: string }): void {
    if (this.#silent) return;
    const event = { ...this.#event(attempt), ...wait };
    tell(this.#config.hooks.onPaced, event);
    this.#config.log.write(
      'info',
      `waiting ${Math.round(wait.waitMs)} ms for a turn (${wait.bucket})`,
      event,
    );
  }
}

function tell<Event>(hook: ((event: Event) => void) | undefined, event: Event): void {
  if (!hook) return;
  try {
    const returned: unknown = hook(event);
    // An async hook's failure must not become an unhandled rejection.
    if (typeof returned === 'object') Promise.resolve(returned).catch(() => undefined);
  } catch {
    // A hook that fails is no reason to fail.
  }
}
