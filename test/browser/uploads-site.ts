import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'vite';

/** One script for a page, made of a module and all that it imports. */
export async function bundle(entry: URL): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, target: 'es2023', lib: { entry: entry.pathname, formats: ['es'] } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((output) => ('output' in output ? output.output : []));
  const script = chunks.find((chunk) => chunk.type === 'chunk' && chunk.isEntry);
  if (script?.type !== 'chunk' || chunks.length !== 1) throw new Error('the page wants exactly one script');
  return script.code;
}

/** Serves an empty page with one script. */
export async function servePage(script: string): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(
      isScript
        ? script
        : '<!doctype html><link rel=icon href=data:,><script type=module src=/page.js></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
