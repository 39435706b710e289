import { answerTo } from './api.ts';
import { answerInstead, brokenConnection, truncated, wait } from './faults.ts';
import { BodyRefusal, parseBody, plainHeaders, readBody, responseOf } from './http.ts';
import { Refusal } from './refusal.ts';
import type { ApiRouter } from './router.ts';
import type { State } from './state.ts';
import { isStoragePath, storageResponse } from './storage-api.ts';

const maxBodyBytes = 1024 * 1024;

/** One request's way from its arrival to its response, with whatever goes wrong on it. */
export async function exchange(
  state: State,
  router: ApiRouter,
  basePath: string,
  request: Request,
): Promise<Response> {
  const url = new URL(request.url);
  const method = request.method.toUpperCase();
  const below = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : undefined;
  const path = below ?? url.pathname;
  const { id: requestId } = state.identify('req');
  const serve =
    below === undefined && isStoragePath(path)
      ? () => storageResponse(state, request, url, requestId)
      : await apiServer(below ?? '');

  const fault = state.faults.take(method, path);
  if (fault?.type === 'drop') throw brokenConnection();
  const instead = fault && answerInstead(fault, requestId);
  if (instead) return responseOf(instead);
  const delay = fault?.type === 'delay' ? fault.ms : 0;
  const response = await serve(Date.now() + delay);
  if (delay > 0) await wait(delay, request.signal);
  if (fault?.type === 'drop-after-commit') throw brokenConnection();
  return fault?.type === 'truncate' ? truncated(response) : response;

  /** Reads the body and keeps a record, so that a fault finds both done; carrying it out comes later. */
  async function apiServer(apiPath: string): Promise<(busyUntil: number) => Response> {
    const query: Record<string, string> = {};
    for (const [name, value] of url.searchParams) if (!Object.hasOwn(query, name)) query[name] = value;
    const { headers } = request;
    const { body, size } = await bodyOf(request);
    const recorded = body instanceof Refusal ? (body instanceof BodyRefusal ? body.text : undefined) : body;
    const plain = plainHeaders(headers);
    const overhead = request.url.length + JSON.stringify(plain).length;
    state.requests.add({ method, path, query, headers: plain, body: recorded }, size + overhead);
    const apiRequest = { method, path: apiPath, query, headers, body, origin: url.origin };
    return (busyUntil) => responseOf(answerTo(state, router, { ...apiRequest, busyUntil }, requestId));
  }
}

/** The parsed body, or why there is none. A refusal waits until the key has been looked at. */
async function bodyOf(request: Request): Promise<{ body: unknown; size: number }> {
  try {
    const chunks = await readBody(request, maxBodyBytes);
    const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    return { body: await parseBody(chunks, request.headers).catch(refusalOf), size };
  } catch (error) {
    return { body: refusalOf(error), size: 0 };
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
