import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { type Api, startApi } from './server.ts';

/** Puts the server's part of the example in front of Vite's own: in production it is your server. */
function api(start: () => Promise<Api>): Plugin {
  return {
    name: 'api',
    async configureServer(vite) {
      const { handle, storageOrigin, close } = await start();
      vite.httpServer?.once('close', close);
      vite.middlewares.use((request, response, next) => {
        response.setHeader('content-security-policy', contentSecurityPolicy(storageOrigin));
        if (request.url?.startsWith('/api/') || request.url?.startsWith('/sandbox/'))
          handle(request, response);
        else next();
      });
    },
  };
}

/** The client needs `connect-src` alone: to your server, and to the storage that takes uploads. No `eval`. */
function contentSecurityPolicy(storageOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${storageOrigin}`,
    'img-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The page with its server's part. */
export function pageConfig(start: () => Promise<Api>): UserConfig {
  return {
    root: import.meta.dirname,
    plugins: [api(start)],
    // The build of this repository; in a project of your own the installed package is found by itself.
    resolve: {
      alias: { 'social-publishing': fileURLToPath(new URL('../../dist/index.js', import.meta.url)) },
    },
    server: { hmr: false, fs: { allow: ['../..'] } },
  };
}

export default defineConfig(pageConfig(startApi));
