/**
 * A proxy that keeps the API key on the server. A page calls it with the same client, and never sees the key.
 * It is a Web-standard handler, for Hono, Deno, Bun and workers; `09-key-proxy.ts` mounts it in Hono and in Node.
 */

/** How the proxy is set up. */
export interface KeyProxyOptions {
  /** The service, such as `https://host/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The path that the proxy is mounted at, such as `/api/v1`. */
  readonly mount: string;
  /** What pages may call: each is held against `METHOD /path`. */
  readonly allow: readonly RegExp[];
  /** Whether a request comes from a user of yours. Without this anyone could post with your key. */
  readonly signedIn: (request: Request) => boolean | Promise<boolean>;
}

const passedOn = ['accept', 'content-type', 'idempotency-key'];
const handedBack = ['content-type', 'date', 'retry-after', 'x-request-id'];

/** Makes the handler. */
export function keyProxy({ baseUrl, apiKey, mount, allow, signedIn }: KeyProxyOptions) {
  return async (request: Request): Promise<Response> => {
    const { method } = request;
    const { pathname, search } = new URL(request.url);
    const path = pathname.slice(mount.length);
    if (!(await signedIn(request))) return refusal(401, 'sign in first');
    if (!pathname.startsWith(`${mount}/`) || !allow.some((route) => route.test(`${method} ${path}`))) {
      return refusal(404, 'pages may not call this');
    }
    // The client sends one with every write. A page of another site cannot, without asking the browser first.
    if (method !== 'GET' && !request.headers.has('idempotency-key'))
      return refusal(400, 'Idempotency-Key is missing');

    try {
      const answer = await fetch(baseUrl + path + search, {
        method,
        headers: { ...pick(request.headers, passedOn), authorization: `Bearer ${apiKey}` },
        redirect: 'manual',
        signal: request.signal,
        ...(method === 'GET' ? {} : { body: (await request.text()) || null }),
      });
      return new Response(answer.body, { status: answer.status, headers: pick(answer.headers, handedBack) });
    } catch {
      // The client tries again, with the same idempotency key.
      return refusal(502, 'the service did not answer');
    }
  };
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function refusal(status: number, message: string): Response {
  return Response.json({ error: { code: 'proxy', message } }, { status });
}
