import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { cors } from './cors.ts';

/** A request that the server has done with. */
export interface ServedRequest {
  readonly method: string;
  /** With its query, but for a signed upload's. */
  readonly path: string;
  /** The answer's status; `undefined` when the connection was cut before one. */
  readonly status: number | undefined;
  /** Milliseconds from its arrival. */
  readonly durationMs: number;
  readonly idempotencyKey: string | undefined;
  /** The body of an answer that says no. */
  readonly error: string | undefined;
}

type Serve = (request: Request) => Promise<Response>;

/**
 * Answers Node's requests with a Web-standard handler. When the handler rejects, or a body breaks off, the
 * socket is destroyed: that is how a fault cuts a connection.
 */
export function listener(
  serve: Serve,
  origin: string,
  onRequest: ((request: ServedRequest) => void) | undefined,
): RequestListener {
  return (incoming, outgoing) => {
    const startedAt = performance.now();
    let error: string | undefined;
    outgoing.once('close', () => {
      onRequest?.({
        method: incoming.method ?? '',
        path: (incoming.url ?? '').replace(/([?&]token=)[^&]*/, '$1…'),
        status: outgoing.headersSent ? outgoing.statusCode : undefined,
        durationMs: performance.now() - startedAt,
        idempotencyKey: incoming.headersDistinct['idempotency-key']?.[0],
        error,
      });
    });
    const heard: Serve = async (request) => {
      const response = await serve(request);
      // A copy that breaks off has nothing to say.
      if (onRequest && response.status >= 400)
        error = await response
          .clone()
          .text()
          .catch(() => undefined);
      return response;
    };
    answer(heard, origin, incoming, outgoing).catch(() => {
      // A reset is what a broken connection looks like; once something is sent it would take that back too.
      if (outgoing.headersSent) incoming.socket.destroySoon();
      else incoming.socket.resetAndDestroy();
    });
  };
}

async function answer(
  serve: Serve,
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const request = requestOf(incoming, origin, gone.signal);
  const response = request ? await cors(request, serve) : new Response(null, { status: 400 });
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => {
    outgoing.appendHeader(name, value);
  });
  // What is left of a refused body is not waited for.
  if (!incoming.complete) outgoing.setHeader('connection', 'close');
  await writeBody(response, outgoing);
}

/** Writes as fast as the other side reads. */
async function writeBody(response: Response, outgoing: ServerResponse): Promise<void> {
  // Headers go out before the body, so that a body that breaks off is a body that breaks off.
  outgoing.flushHeaders();
  if (response.body) {
    for await (const chunk of response.body) {
      if (outgoing.destroyed) return;
      if (!outgoing.write(chunk))
        await new Promise((resolve) => onceEither(outgoing, 'drain', 'close', resolve));
    }
  }
  outgoing.end();
}

function onceEither(
  outgoing: ServerResponse,
  one: string,
  other: string,
  resolve: (value: unknown) => void,
): void {
  const done = (): void => {
    outgoing.off(one, done);
    outgoing.off(other, done);
    resolve(undefined);
  };
  outgoing.on(one, done);
  outgoing.on(other, done);
}

const hostname = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

/** The same request for the Web; nothing when it has no meaning there. */
function requestOf(incoming: IncomingMessage, origin: string, signal: AbortSignal): Request | undefined {
  const { method = 'GET', headers, url = '/' } = incoming;
  // As the client sees this server, so that signed URLs lead back the way it came.
  const base = hostname.test(headers.host ?? '') ? `http://${headers.host}` : origin;
  if (!url.startsWith('/') || !URL.canParse(base + url)) return undefined;
  try {
    return new Request(base + url, {
      method,
      signal,
      headers: Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
      ...(hasBody(incoming) ? { body: bodyOf(incoming), duplex: 'half' as const } : {}),
    });
  } catch {
    // A method or a header that the Web does not know, such as CONNECT.
    return undefined;
  }
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  return (
    method !== 'GET' &&
    method !== 'HEAD' &&
    (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0)
  );
}

/** Not `Readable.toWeb`: cancelling that one destroys the socket, and with it the answer that says why. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      incoming.pause();
      incoming.on('data', (chunk: Buffer) => {
        controller.enqueue(new Uint8Array(chunk));
        incoming.pause();
      });
      incoming.on('end', () => controller.close());
      incoming.on('error', (error) => controller.error(error));
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      incoming.removeAllListeners('data');
      incoming.removeAllListeners('end');
      incoming.resume();
    },
  });
}
