import { type Answer, jsonAnswer, plainHeaders, readBody, refusalAnswer, responseOf } from './http.ts';
import { notFound, Refusal } from './refusal.ts';
import type { State } from './state.ts';
import { bucketId, maxObjectBytes, objectKeyIn, publicPath, signPath } from './storage.ts';

export const isStoragePath = (path: string): boolean => path.startsWith('/storage/');

/** The storage provider: takes signed uploads, hands out public objects. */
export async function storageResponse(
  state: State,
  request: Request,
  url: URL,
  requestId: string,
): Promise<Response> {
  const method = request.method.toUpperCase();
  const uploadKey = objectKeyIn(url.pathname, signPath);
  try {
    if (uploadKey !== undefined) return responseOf(await upload(state, request, url, uploadKey, requestId));
    const object = state.storage.get(objectKeyIn(url.pathname, publicPath) ?? '');
    if (!object) throw notFound('object');
    if (method !== 'GET' && method !== 'HEAD') throw notAllowed('GET, HEAD');
    return new Response(method === 'HEAD' ? null : object.bytes.stream(), {
      headers: { 'content-type': object.mimeType, 'content-length': String(object.bytes.size) },
    });
  } catch (error) {
    if (error instanceof Refusal) return responseOf(refusalAnswer(error, requestId));
    throw error;
  }
}

const notAllowed = (allow: string): Refusal =>
  new Refusal(405, 'method_not_allowed', `use ${allow}`, { headers: { allow } });

async function upload(
  state: State,
  request: Request,
  url: URL,
  key: string,
  requestId: string,
): Promise<Answer> {
  let sizeBytes = 0;
  let status = 0;
  try {
    if (request.method.toUpperCase() !== 'PUT') throw notAllowed('PUT');
    // A signed URL is its own permission; storage providers refuse a second one beside it.
    if (request.headers.has('authorization'))
      throw new Refusal(
        400,
        'unexpected_authorization',
        'a signed upload must not carry an Authorization header',
      );
    const token = url.searchParams.get('token');
    const ticket = state.storage.redeem(key, token, request.headers.get('content-type'), state.clock.now());
    try {
      const bytes = new Blob(await readBody(request, maxObjectBytes));
      sizeBytes = bytes.size;
      if (sizeBytes === 0) throw new Refusal(400, 'empty_upload', 'the upload has no bytes');
      ticket.store(bytes);
    } catch (error) {
      ticket.giveBack();
      throw error;
    }
    status = 200;
    return jsonAnswer(status, { Key: key }, requestId);
  } catch (error) {
    if (error instanceof Refusal) status = error.status;
    throw error;
  } finally {
    const objectPath = key.slice(key.indexOf('/') + 1);
    const headers = plainHeaders(request.headers);
    state.uploads.add(
      { method: request.method, bucketId, objectPath, headers, sizeBytes, status },
      key.length,
    );
  }
}
