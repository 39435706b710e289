import { serverWait } from '../transport/retry.ts';
import type { PutAnswer, PutRequest } from './put.ts';

/** Sends a file by `XMLHttpRequest`: the one way for a page to see how far it is. */
export function xhrPut(
  { url, mimeType }: PutRequest,
  blob: Blob,
  signal: AbortSignal,
  sent: (bytes: number) => void,
): Promise<PutAnswer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.upload.onprogress = ({ loaded }) => sent(loaded);
    xhr.onload = () => {
      const { status, responseURL } = xhr;
      // Asked for by name, a header that is not exposed makes the console complain.
      const [, wait = ''] = /^retry-after: *(.*)$/im.exec(xhr.getAllResponseHeaders()) ?? [];
      const retryAfter = serverWait(status, new Headers({ 'retry-after': wait.trim() }));
      // It follows redirects unasked. An upload that ended elsewhere is none.
      resolve({ status, redirected: responseURL !== new URL(url).href.split('#', 1)[0], retryAfter });
    };
    xhr.onerror = () => reject(new TypeError('network error'));
    xhr.onabort = () => reject(new TypeError('aborted'));
    xhr.open('PUT', url);
    xhr.setRequestHeader('content-type', mimeType);
    xhr.send(blob);
  });
}
