/** Who is measured: what a user of the service could pick instead, each as its own guide sets it up. */

import { limits } from '../src/pacing/limits.ts';
import { createPacer } from '../src/pacing/local-pacer.ts';
import { answer, postParams } from './records.ts';

/** A client that is ready to call. */
export interface Session {
  /** Reads one record of about 1 kB. */
  get(): Promise<unknown>;
  /** Creates one; of the answer only that it came matters. */
  create(text?: string): Promise<unknown>;
  /** Walks a list with the client's own iteration; none when it has none. */
  items?(): AsyncIterable<unknown>;
}

export interface Contender {
  readonly name: string;
  /** The packages that a user installs for it. */
  readonly packages: readonly string[];
  /**
   * `origin` is where the server listens. `minute` is how long the minute of its rate limits lasts, in
   * milliseconds: for who keeps to them. Without it nothing is limited.
   */
  connect(origin: string, minute?: number): Promise<Session>;
}

const key = 'sp_live_bench_0123456789';
const id = answer.data.id;

type Limits = typeof limits;

/** The documented limits with other numbers. */
function otherLimits(change: (limit: Limits[keyof Limits]) => { max: number; windowMs: number }): Limits {
  const changed = Object.entries(limits).map(([name, limit]) => [name, { ...limit, ...change(limit) }]);
  return Object.fromEntries(changed) as Limits; // the same names
}

/** Paces by limits that no bench reaches: all of the machinery is on, and never in the way. */
export const liftedPacer = () => createPacer({ limits: otherLimits(() => ({ max: 1e9, windowMs: 1 })) });

/** Paces by the documented limits on a clock that runs faster. */
const scaledPacer = (minute: number) =>
  createPacer({
    limits: otherLimits(({ max, windowMs }) => ({ max, windowMs: (windowMs / 60_000) * minute })),
  });

function headers(extra: Record<string, string> = {}) {
  return { authorization: `Bearer ${key}`, accept: 'application/json', ...extra };
}

async function read(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

/** The floor: what every client pays that uses fetch. */
export const bareFetch: Contender = {
  name: 'bare fetch',
  packages: [],
  async connect(origin) {
    const url = `${origin}/v1/posts`;
    return {
      get: async () => read(await fetch(`${url}/${id}`, { headers: headers() })),
      create: async (text) =>
        read(
          await fetch(url, {
            method: 'POST',
            headers: headers({ 'content-type': 'application/json' }),
            body: JSON.stringify(postParams(text)),
          }),
        ),
      async *items() {
        for (let cursor: string | null = ''; cursor !== null; ) {
          const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
          const page = (await read(await fetch(`${url}?limit=100${query}`, { headers: headers() }))) as {
            data: unknown[];
            pagination: { nextCursor: string | null };
          }; // as our own server answers
          yield* page.data;
          cursor = page.pagination.nextCursor;
        }
      },
    };
  },
};

const ours: Contender = {
  name: 'social-publishing',
  packages: ['social-publishing'],
  async connect(origin, minute) {
    const { SocialPublishing } = await import('social-publishing');
    const seen: string[] = [];
    const count = ({ operation }: { operation: string }) => {
      seen[0] = operation;
    };
    const client = new SocialPublishing({
      apiKey: key,
      baseUrl: `${origin}/v1`,
      pacing: minute === undefined ? liftedPacer() : scaledPacer(minute),
      hooks: { onRequest: count, onResponse: count, onRetry: count, onPaced: count },
    });
    return {
      get: () => client.posts.get(id),
      create: (text) => client.posts.create(postParams(text)),
      items: () => client.posts.list({ limit: 100 }),
    };
  },
};

const ky: Contender = {
  name: 'ky',
  packages: ['ky'],
  async connect(origin) {
    const { default: kyDefault } = await import('ky');
    // Its cheapest setting: its own retry copies each request.
    const client = kyDefault.create({ retry: 0 });
    const url = `${origin}/v1/posts`;
    return {
      get: () => client.get(`${url}/${id}`, { headers: headers() }).json(),
      create: (text) => client.post(url, { headers: headers(), json: postParams(text) }).json(),
    };
  },
};

const openai: Contender = {
  name: 'openai',
  packages: ['openai'],
  async connect(origin) {
    const { default: OpenAI } = await import('openai');
    const { CursorPage } = await import('openai/pagination');
    const client = new OpenAI({ apiKey: key, baseURL: `${origin}/v1` });
    return {
      get: () => client.get(`/posts/${id}`),
      create: (text) => client.post('/posts', { body: postParams(text) }),
      items: () => client.getAPIList<{ id: string }>('/posts', CursorPage, { query: { limit: 100 } }),
    };
  },
};

const anthropic: Contender = {
  name: '@anthropic-ai/sdk',
  packages: ['@anthropic-ai/sdk'],
  async connect(origin) {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    const { Page } = await import('@anthropic-ai/sdk/pagination');
    const client = new Anthropic({ apiKey: key, baseURL: origin });
    return {
      get: () => client.get(`/v1/posts/${id}`),
      create: (text) => client.post('/v1/posts', { body: postParams(text) }),
      items: () => client.getAPIList<unknown>('/v1/posts', Page, { query: { limit: 100 } }),
    };
  },
};

async function connectStripe(origin: string, overFetch: boolean): Promise<Session> {
  const { default: Stripe } = await import('stripe');
  const { hostname, port } = new URL(origin);
  const client = new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    // Bound late, so that a stub installed before is the one that is called.
    ...(overFetch
      ? { httpClient: Stripe.createFetchHttpClient((...args: Parameters<typeof fetch>) => fetch(...args)) }
      : {}),
  });
  return {
    get: () => client.customers.retrieve(id),
    // It posts forms, not JSON: the same fields.
    create: (text) => client.rawRequest('POST', '/v1/posts', postParams(text)),
    items: () => client.customers.list({ limit: 100 }),
  };
}

const stripe: Contender = {
  name: 'stripe (fetch)',
  packages: ['stripe'],
  connect: (origin) => connectStripe(origin, true),
};

/** Its default in Node. There is no stub for it, and no other contender leaves fetch. */
export const stripeOverNode: Contender = {
  name: 'stripe (node:http)',
  packages: ['stripe'],
  connect: (origin) => connectStripe(origin, false),
};

const octokit: Contender = {
  name: '@octokit/core',
  packages: ['@octokit/core', '@octokit/plugin-paginate-rest'],
  async connect(origin) {
    const { Octokit } = await import('@octokit/core');
    const { paginateRest } = await import('@octokit/plugin-paginate-rest');
    const Paginating = Octokit.plugin(paginateRest);
    const client = new Paginating({ auth: key, baseUrl: `${origin}/v1` });
    return {
      get: () => client.request('GET /posts/{id}', { id }),
      create: (text) => client.request('POST /posts', postParams(text)),
      async *items() {
        for await (const { data } of client.paginate.iterator('GET /bare-list', { per_page: 100 }))
          yield* data;
      },
    };
  },
};

const resend: Contender = {
  name: 'resend',
  packages: ['resend'],
  async connect(origin) {
    const { Resend } = await import('resend');
    const client = new Resend(key, { baseUrl: `${origin}/v1` });
    // It resolves with its errors.
    const open = ({ data, error }: { data: unknown; error: unknown }) => {
      if (error) throw error;
      return data;
    };
    return {
      get: async () => open(await client.get(`/posts/${id}`)),
      create: async (text) => open(await client.post('/posts', postParams(text))),
    };
  },
};

const zernio: Contender = {
  name: '@zernio/node',
  packages: ['@zernio/node'],
  async connect(origin) {
    const { default: Zernio } = await import('@zernio/node');
    const client = new Zernio({ apiKey: key, baseURL: origin });
    return {
      get: () => client.posts.getPost({ path: { postId: id } }),
      create: (text) => client.posts.createPost({ body: postParams(text) }),
    };
  },
};

const postForMe: Contender = {
  name: 'post-for-me',
  packages: ['post-for-me'],
  async connect(origin) {
    const { default: PostForMe } = await import('post-for-me');
    const client = new PostForMe({ apiKey: key, baseURL: origin });
    return {
      get: () => client.get(`/v1/posts/${id}`),
      create: (text) => client.post('/v1/posts', { body: postParams(text) }),
    };
  },
};

/** Everyone, the floor first. */
export const contenders: readonly Contender[] = [
  bareFetch,
  ours,
  ky,
  resend,
  zernio,
  postForMe,
  stripe,
  octokit,
  anthropic,
  openai,
];

export function contenderNamed(name: string): Contender {
  const found = [...contenders, stripeOverNode].find((contender) => contender.name === name);
  if (!found) throw new Error(`no contender is named ${name}`);
  return found;
}
