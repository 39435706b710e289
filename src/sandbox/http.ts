import { Refusal } from './refusal.ts';

/** An answer of the API before it goes out. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const maxDepth = 64;

/** Headers as plain data, names in lower case. */
export function plainHeaders(headers: Headers): Record<string, string> {
  const plain: Record<string, string> = {};
  headers.forEach((value, name) => {
    plain[name] = value;
  });
  return plain;
}

/** The body of a request, read no further than `max` bytes. */
export async function readBody(request: Request, max: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const tooLarge = (): Refusal =>
    new Refusal(413, 'payload_too_large', `the body must be at most ${max} bytes`);
  if (Number(request.headers.get('content-length')) > max) throw tooLarge();
  if (!request.body) return [];
  const reader = request.body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    size += value.byteLength;
    if (size > max) {
      // Nobody reads on; what cancelling says is of no interest.
      reader.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(value);
  }
}

/** A body as data: `undefined` when there is none. */
export async function parseBody(chunks: Uint8Array<ArrayBuffer>[], headers: Headers): Promise<unknown> {
  if (chunks.length === 0) return undefined;
  const text = await new Blob(chunks).text();
  if (text === '') return undefined;
  if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? ''))
    throw new BodyRefusal(
      text,
      415,
      'unsupported_media_type',
      'send the body as Content-Type: application/json',
    );
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new BodyRefusal(text, 400, 'invalid_json', 'the body is no valid JSON');
  }
  if (isDeeper(body, maxDepth))
    throw new BodyRefusal(text, 400, 'invalid_json', `the body is nested deeper than ${maxDepth} levels`);
  return body;
}

/** A body that cannot be read as data, with its text for whoever keeps a record. */
export class BodyRefusal extends Refusal {
  readonly text: string;

  constructor(text: string, status: number, code: string, message: string) {
    super(status, code, message);
    this.text = text;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}

/** The same text for the same data, in whatever order its fields came. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`;
}

export function refusalAnswer(refusal: Refusal, requestId: string): Answer {
  const { status, code, message, issues, headers } = refusal;
  return jsonAnswer(
    status,
    { error: { code, message, ...(issues ? { issues } : {}) }, requestId },
    requestId,
    headers,
  );
}

export function jsonAnswer(
  status: number,
  body: unknown,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, ...headers },
    body: JSON.stringify(body),
  };
}

export function responseOf({ status, headers, body }: Answer): Response {
  // These may not have a body, not even an empty one.
  if (status === 204 || status === 205 || status === 304) {
    const { 'content-type': _, ...others } = headers;
    return new Response(null, { status, headers: others });
  }
  const bytes = new TextEncoder().encode(body);
  return new Response(bytes, {
    status,
    headers: { ...headers, 'content-length': String(bytes.byteLength) },
  });
}
