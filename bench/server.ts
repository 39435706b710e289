/**
 * The loopback server, in a process of its own so that its work is in nobody's figures.
 * `GET` of a record, `POST` of one, and lists of `pages` pages; `latency` in milliseconds.
 *
 * Its port goes to the parent, and it ends with the parent.
 */
import { createServer } from 'node:http';
import { answer, page } from './records.ts';

const [latency = 0, pages = 100, pageSize = 100] = process.argv.slice(2).map(Number);

const record = Buffer.from(JSON.stringify(answer));
const lists = Array.from({ length: pages }, (_, number) => {
  const content = page(number, pages, pageSize);
  return { list: Buffer.from(JSON.stringify(content)), bare: Buffer.from(JSON.stringify(content.data)) };
});

/** Which page a request asks for: each contender has its own word for it. */
function pageNumber(query: URLSearchParams): number {
  const cursor = ['cursor', 'after', 'after_id', 'starting_after']
    .map((name) => query.get(name))
    .find(Boolean);
  if (!cursor) return Number(query.get('page') ?? 0);
  const number = Number.parseInt(cursor, 10);
  // A cursor names the next page, a last id the page before it.
  return cursor.endsWith('-0') ? number : number + 1;
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://loopback');
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  const send = (status: number, body: Buffer): void => {
    const reply = () => response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    if (latency > 0) setTimeout(reply, latency);
    else reply();
  };
  request.resume();
  request.on('end', () => {
    if (request.method !== 'GET') return send(201, record);
    const bare = url.pathname === '/v1/bare-list';
    if (!bare && !/^\/v1\/(posts|customers)$/.test(url.pathname)) return send(200, record);
    const number = pageNumber(url.searchParams);
    const content = lists[number];
    if (!content) return send(404, Buffer.from('{}'));
    if (bare && number + 1 < pages) {
      headers['link'] = `<http://${request.headers.host}/v1/bare-list?page=${number + 1}>; rel="next"`;
    }
    send(200, bare ? content.bare : content.list);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.on('disconnect', () => process.exit());
