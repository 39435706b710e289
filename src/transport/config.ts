import { SocialPublishingError } from '../errors/base.ts';
import type { RequestIssue } from '../errors/local.ts';
import { createPacer } from '../pacing/local-pacer.ts';
import type { Pacer } from '../pacing/pacer.ts';
import type { ClientOptions, Fetch, Hooks, ResponseValidation } from '../types/options.ts';
import { isBrowserPage, readEnv } from './environment.ts';
import { checkHeaders } from './headers.ts';
import { Log, logLevels } from './log.ts';
import { hookNames } from './observer.ts';
import { checkNumbers } from './settings.ts';

/** A client's options, checked and completed. */
export interface Config {
  readonly apiKey: string | (() => string | Promise<string>);
  readonly baseUrl: string;
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;
  readonly fetch: Fetch | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly pacer: Pacer | undefined;
  readonly maxPacingWait: number;
  readonly responseValidation: ResponseValidation;
  readonly log: Log;
  readonly hooks: Hooks;
}

const defaults = { timeout: 30_000, maxRetries: 3, maxPacingWait: 120_000 } as const;

const validations: readonly ResponseValidation[] = ['warn', 'strict', 'off'];

/** Visible ASCII: what a header can carry. */
const keyPattern = /^[\x21-\x7e]+$/;

function refuse(issues: readonly RequestIssue[]): never {
  throw new SocialPublishingError(
    `SocialPublishing: ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}.`,
  );
}

/** The key as it can be sent. A line break at its end is how keys come out of files. */
export function cleanKey(key: unknown): string | undefined {
  const trimmed = typeof key === 'string' ? key.trim() : '';
  return keyPattern.test(trimmed) ? trimmed : undefined;
}

function resolveKey(options: ClientOptions): Config['apiKey'] {
  const given = options.apiKey ?? readEnv('SOCIAL_PUBLISHING_API_KEY');
  if (given === undefined) {
    return refuse([
      {
        path: 'apiKey',
        message: "is missing: pass { apiKey } or set the environment's SOCIAL_PUBLISHING_API_KEY",
      },
    ]);
  }
  if (typeof given === 'function') return given;
  const key = cleanKey(given);
  if (key === undefined)
    return refuse([
      { path: 'apiKey', message: 'must be one or more visible ASCII characters without spaces' },
    ]);
  if (isBrowserPage() && options.dangerouslyAllowBrowser !== true) {
    return refuse([
      {
        path: 'apiKey',
        message:
          'must not be a literal key in a page, where everyone can read it: put a proxy on your server in front of the service, pass a function, or set dangerouslyAllowBrowser: true',
      },
    ]);
  }
  return key;
}

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** The base URL without a slash at its end, as an absolute one. */
function resolveBaseUrl(options: ClientOptions, log: Log): string {
  const given = options.baseUrl ?? readEnv('SOCIAL_PUBLISHING_BASE_URL');
  if (given === undefined) {
    return refuse([
      {
        path: 'baseUrl',
        message: "is missing: pass { baseUrl } or set the environment's SOCIAL_PUBLISHING_BASE_URL",
      },
    ]);
  }
  // Pages have an address, and so have their workers.
  const { location } = globalThis as { location?: { readonly href: string } }; // elsewhere there is none
  const url = typeof given === 'string' ? URL.parse(given, location?.href) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    return refuse([
      {
        path: 'baseUrl',
        message: 'must be an http(s) URL without credentials, query or fragment, such as https://host/v1',
      },
    ]);
  }
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) {
    log.write(
      'warn',
      `baseUrl is plain http outside this machine: the API key would travel in the clear (${url.host})`,
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (!/\/v1$/.test(path))
    log.write('warn', `baseUrl does not end with the version segment /v1 (${url.pathname})`);
  return `${url.origin}${path}`;
}

function resolveLog(options: ClientOptions): Log {
  const fromEnv = readEnv('SOCIAL_PUBLISHING_LOG')?.toLowerCase();
  const level = options.logLevel ?? logLevels.find((known) => known === fromEnv) ?? 'warn';
  if (!logLevels.includes(level))
    refuse([{ path: 'logLevel', message: `must be one of ${logLevels.join(', ')} (got ${String(level)})` }]);
  return new Log(options.logger ?? console, level);
}

function isPacer(value: unknown): value is Pacer {
  const { acquire, observe } = Object(value) as Partial<Pacer>; // any value can be read by name
  return typeof acquire === 'function' && typeof observe === 'function';
}

/** A client's options, checked and completed from the environment and the defaults. */
export function resolveConfig(options: ClientOptions): Config {
  const { headers, issues } = checkHeaders(options.headers);
  issues.push(...checkNumbers(options));
  const responseValidation = options.responseValidation ?? 'warn';
  if (!validations.includes(responseValidation))
    issues.push({ path: 'responseValidation', message: `must be one of ${validations.join(', ')}` });
  if (options.fetch !== undefined && typeof options.fetch !== 'function')
    issues.push({ path: 'fetch', message: 'must be a function like the global fetch' });
  const hooks = options.hooks ?? {};
  for (const name of hookNames) {
    if (hooks[name] !== undefined && typeof hooks[name] !== 'function')
      issues.push({ path: `hooks.${name}`, message: 'must be a function' });
  }
  const pacing = options.pacing ?? 'auto';
  if (!(pacing === 'auto' || pacing === false || isPacer(pacing)))
    issues.push({
      path: 'pacing',
      message: "must be 'auto', false, or an object with acquire() and observe()",
    });
  if (issues.length > 0) refuse(issues);

  const log = resolveLog(options);
  return {
    apiKey: resolveKey(options),
    baseUrl: resolveBaseUrl(options, log),
    timeout: options.timeout ?? defaults.timeout,
    totalTimeout: options.totalTimeout ?? Number.POSITIVE_INFINITY,
    maxRetries: options.maxRetries ?? defaults.maxRetries,
    fetch: options.fetch,
    headers,
    pacer: pacing === 'auto' ? createPacer() : pacing || undefined,
    maxPacingWait: options.maxPacingWait ?? defaults.maxPacingWait,
    responseValidation,
    log,
    hooks,
  };
}
