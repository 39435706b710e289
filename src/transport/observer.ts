import type { PacedWait } from '../pacing/pacer.ts';
import type { HookEvent, Hooks } from '../types/options.ts';
import type { Config } from './config.ts';
import { harmless } from './harmless.ts';
import type { PreparedCall } from './prepare.ts';

export const hookNames = [
  'onRequest',
  'onResponse',
  'onRetry',
  'onPaced',
] as const satisfies readonly (keyof Hooks)[];

/** Tells hooks and the log what happens to one call. Nothing that they do reaches the call. */
export class Observer {
  readonly #config: Config;
  readonly #call: PreparedCall;
  readonly #silent: boolean;

  constructor(config: Config, call: PreparedCall) {
    this.#config = config;
    this.#call = call;
    this.#silent = !config.log.writes('info') && !hookNames.some((name) => config.hooks[name]);
  }

  request(attempt: number): void {
    if (this.#silent) return;
    const { hooks, log } = this.#config;
    harmless(() => hooks.onRequest?.(this.#event(attempt)));
    if (log.writes('debug')) log.write('debug', 'request', this.#event(attempt));
  }

  response(
    attempt: number,
    answer: { status: number; durationMs: number; requestId: string | undefined },
  ): void {
    if (this.#silent) return;
    const { hooks, log } = this.#config;
    const { status, durationMs, requestId } = answer;
    const seen = { status, durationMs, ...(requestId === undefined ? {} : { requestId }) };
    harmless(() => hooks.onResponse?.({ ...this.#event(attempt), ...seen }));
    if (log.writes('debug')) log.write('debug', 'response', { ...this.#event(attempt), ...seen });
  }

  retry(attempt: number, delayMs: number, error: Error): void {
    if (this.#silent) return;
    const { hooks, log } = this.#config;
    harmless(() => hooks.onRetry?.({ ...this.#event(attempt), delayMs, error }));
    log.write('info', `retry in ${Math.round(delayMs)} ms: ${error.message}`, this.#event(attempt));
  }

  paced(attempt: number, { waitMs, bucket }: PacedWait): void {
    if (this.#silent) return;
    const { hooks, log } = this.#config;
    harmless(() => hooks.onPaced?.({ ...this.#event(attempt), waitMs, bucket }));
    log.write('info', `waiting ${Math.round(waitMs)} ms for a turn (${bucket})`, this.#event(attempt));
  }

  /** A fresh one for each listener: none sees what another did to it. */
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
}
