import type { Pacer } from '../pacing/pacer.ts';

/** How much is written to the log. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** Where the log goes: anything like `console`. */
export interface Logger {
  /** Not used so far: what fails is thrown. */
  error(message: string, ...details: unknown[]): void;
  /** What works and may not be meant, such as an answer that breaks its schema. */
  warn(message: string, ...details: unknown[]): void;
  /** Retries, and waits for a turn. */
  info(message: string, ...details: unknown[]): void;
  /** Every request and every answer. */
  debug(message: string, ...details: unknown[]): void;
}

/** What every hook is told of a call. Never a secret. */
export interface HookEvent {
  /** For example `posts.create`. */
  readonly operation: string;
  readonly method: string;
  /** Below the base URL, ids filled in. */
  readonly path: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** The key of a write; none on a read. */
  readonly idempotencyKey?: string;
}

/** An answer came, whatever its status. */
export interface ResponseEvent extends HookEvent {
  readonly status: number;
  /** From sending until the whole body was read. */
  readonly durationMs: number;
  readonly requestId?: string;
}

/** The call is going to be tried again. */
export interface RetryEvent extends HookEvent {
  readonly delayMs: number;
  /** What went wrong. */
  readonly error: Error;
}

/** The call waits for its turn. */
export interface PacedEvent extends HookEvent {
  readonly waitMs: number;
  /** The limit that makes it necessary, for example `postsWritePerMinute`. */
  readonly bucket: string;
}

/** Called as things happen, for metrics and tracing. What they throw never breaks a call. */
export interface Hooks {
  /** An attempt is about to be sent. */
  onRequest?: ((event: HookEvent) => void) | undefined;
  /** An answer came, whatever its status. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** A failed attempt is going to be repeated. */
  onRetry?: ((event: RetryEvent) => void) | undefined;
  /** The call has to wait for its turn. */
  onPaced?: ((event: PacedEvent) => void) | undefined;
}

/** A function like the global `fetch`. */
export type Fetch = (input: Request, init?: RequestInit) => Promise<Response>;

/** What is done with an answer that breaks its schema. */
export type ResponseValidation = 'warn' | 'strict' | 'off';

/** The value of one query parameter. */
export type QueryValue = string | number | boolean | null | undefined;

/** How one call is made. Each setting wins over the client's. */
export interface RequestOptions {
  /** Aborts the call, wherever it is. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, headers and body. */
  timeout?: number | undefined;
  /** Milliseconds for the whole call: waits, retries and all. For a list it holds for each page. */
  totalTimeout?: number | undefined;
  /** How often a failed attempt is repeated; 0 for never. */
  maxRetries?: number | undefined;
  /** Milliseconds that one wait may last: for its turn, or because the server said `Retry-After`. */
  maxPacingWait?: number | undefined;
  /**
   * 1 to 255 visible ASCII characters. The service carries out one request for each key, so the same
   * call with the same key is safe to repeat. Without one, each write gets a fresh key.
   */
  idempotencyKey?: string | undefined;
  /** Extra headers. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Extra query parameters. */
  query?: Readonly<Record<string, QueryValue>> | undefined;
  /** `false` sends at once, whatever the rate limits say. */
  pacing?: false | undefined;
}

/** How a client is set up. */
export interface ClientOptions {
  /**
   * The API key, or a function that is asked for it on each attempt.
   * Default: the environment's `SOCIAL_PUBLISHING_API_KEY`.
   */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /**
   * Where the service is; ends with the version segment `/v1`. In a page it may be relative to it.
   * Default: the environment's `SOCIAL_PUBLISHING_BASE_URL`. There is no other default.
   */
  baseUrl?: string | undefined;
  /** Milliseconds for one attempt, headers and body. Default 30 000. */
  timeout?: number | undefined;
  /** Milliseconds for a whole call: waits, retries and all. Default: no limit. */
  totalTimeout?: number | undefined;
  /** How often a failed attempt is repeated. Default 3. */
  maxRetries?: number | undefined;
  /** A `fetch` to use instead of the global one. */
  fetch?: Fetch | undefined;
  /** Extra headers on every API call. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** `'auto'` (default) keeps calls within the documented limits; `false` does not; or a pacer to share. */
  pacing?: 'auto' | false | Pacer | undefined;
  /**
   * Milliseconds that one wait of a call may last: for its turn, or because the server said `Retry-After`.
   * A longer wait fails at once with a `RateLimitError` and its `retryAfter`. Default 120 000.
   */
  maxPacingWait?: number | undefined;
  /** What is done with an answer that breaks its schema: `'warn'` (default), `'strict'` or `'off'`. */
  responseValidation?: ResponseValidation | undefined;
  /** Where the log goes. Default `console`. */
  logger?: Logger | undefined;
  /** How much is logged. Default: the environment's `SOCIAL_PUBLISHING_LOG`, else `'warn'`. */
  logLevel?: LogLevel | undefined;
  /** For metrics and tracing. */
  hooks?: Hooks | undefined;
  /**
   * A page shows its source to everyone, the key in it too, so a literal key throws in a browser.
   * `true` allows it. A key function needs no permission.
   */
  dangerouslyAllowBrowser?: boolean | undefined;
}
