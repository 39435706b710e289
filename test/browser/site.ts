import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a strict application allows its pages: no `unsafe-eval`, no `unsafe-inline`. */
const policy =
  "default-src 'none'; img-src data:; script-src 'self'; worker-src 'self'; connect-src 'self' http://127.0.0.1:*; require-trusted-types-for 'script'; report-uri /report";

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** An application's site: pages, scripts, and a proxy at `/api/v1` in front of the service. */
export interface Site {
  /** Where the pages are. */
  readonly origin: string;
  /** The same at another port, and so at another origin. */
  readonly otherOrigin: string;
  /** What reached the proxy. */
  readonly proxied: SeenRequest[];
  /** What browsers reported of breaches of the policy. */
  readonly reports: string[];
  close(): void;
}

/** Serves scripts by their path, an empty page that runs `/page.js` for anything else. */
export async function startSite(scripts: ReadonlyMap<string, string>, service: string): Promise<Site> {
  const proxied: SeenRequest[] = [];
  const reports: string[] = [];

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = incoming;
    const path = url.replace(/[?#].*/, '');
    const script = scripts.get(path);
    if (url.startsWith('/api/v1')) {
      proxied.push({ method, url, headers });
      forward(incoming, response, service + url.slice('/api/v1'.length));
    } else if (path === '/report') {
      reports.push(await textOf(incoming));
      response.writeHead(204).end();
    } else if (script !== undefined) {
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'content-security-policy': policy })
        .end(script);
    } else {
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
        .end('<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>');
    }
  };

  const servers = await Promise.all([listen(serve), listen(serve)]);
  const [origin, otherOrigin] = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ); // they listen on ports
  if (!origin || !otherOrigin) throw new Error('two servers were started');
  return {
    origin,
    otherOrigin,
    proxied,
    reports,
    close: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

function forward(incoming: IncomingMessage, response: ServerResponse, target: string): void {
  const { method, headers } = incoming;
  const outgoing = request(
    target,
    { method, headers: { ...headers, host: new URL(target).host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
  return Buffer.concat(chunks).toString();
}

function listen(
  serve: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((incoming, response) => {
      serve(incoming, response).catch(() => response.destroy());
    });
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
