import { type HttpHandler, HttpResponse, http } from 'msw';
import type { Sandbox } from '../sandbox/sandbox.ts';

/** How the sandbox is placed among MSW's handlers. */
export interface SandboxHandlersOptions {
  /**
   * Where the code under test believes the service to be. In a page it may be relative to it.
   * Default: the sandbox's own `baseUrl`.
   */
  baseUrl?: string | undefined;
}

/**
 * The sandbox as request handlers for MSW 2 or 3: everything below `baseUrl`, and the storage that uploads go to.
 * Needs `msw` installed.
 *
 * @example
 * const sandbox = createSandbox();
 * const server = setupServer(...sandboxHandlers(sandbox, { baseUrl: 'https://api.example.com/v1' }));
 * server.listen();
 */
export function sandboxHandlers(sandbox: Sandbox, options: SandboxHandlersOptions = {}): HttpHandler[] {
  const own = new URL(sandbox.baseUrl);
  const seen = new URL(options.baseUrl ?? sandbox.baseUrl, globalThis.location?.href);
  const seenPath = seen.pathname.replace(/\/+$/, '');

  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const path =
      url.origin === seen.origin && url.pathname.startsWith(`${seenPath}/`)
        ? own.pathname + url.pathname.slice(seenPath.length)
        : url.pathname;
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    try {
      return await sandbox.fetch(
        new Request(own.origin + path + url.search, {
          method: request.method,
          headers: request.headers,
          signal: request.signal,
          ...(hasBody ? { body: await request.arrayBuffer() } : {}),
        }),
      );
    } catch {
      // MSW takes an exception for a broken handler; this is how it breaks a connection.
      return HttpResponse.error();
    }
  };

  // A pattern of MSW's own would trip over the colon before a port.
  const below = (url: string): RegExp => new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`);
  return [seen.origin + seenPath, `${own.origin}/storage`].map((url) =>
    http.all(below(url), ({ request }) => answer(request)),
  );
}
