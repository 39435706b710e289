const exposed =
  'retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, x-request-id, idempotency-replayed, www-authenticate';

/** Lets pages of any origin use the sandbox: it holds nothing worth stealing. */
export async function cors(
  request: Request,
  serve: (request: Request) => Promise<Response>,
): Promise<Response> {
  const origin = request.headers.get('origin');
  if (origin === null) return serve(request);
  if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method'))
    return new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, PATCH, DELETE, PUT',
        // Named as they are asked for: `*` would not cover Authorization.
        'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
        'access-control-max-age': '600',
        // A page from elsewhere asks before it talks to this machine.
        'access-control-allow-private-network': 'true',
      },
    });
  const response = await serve(request);
  const headers = new Headers(response.headers);
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', exposed);
  return new Response(response.body, { status: response.status, headers });
}
