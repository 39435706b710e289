/** What the package consists of, as data: whatever else turns up in it is a mistake, and so is a gap. */

export interface Entry {
  /** As it is imported. */
  readonly specifier: string;
  /** Below `dist`, without the ending. */
  readonly file: string;
  /** The packages outside of Node that it may import: the user's own. */
  readonly imports: readonly string[];
  /** Whether it may import Node's built-ins. */
  readonly node: boolean;
}

export const entries: readonly Entry[] = [
  { specifier: 'social-publishing', file: 'index', imports: [], node: false },
  { specifier: 'social-publishing/node', file: 'node', imports: [], node: true },
  { specifier: 'social-publishing/schemas', file: 'schemas', imports: [], node: false },
  { specifier: 'social-publishing/sandbox', file: 'sandbox', imports: [], node: false },
  { specifier: 'social-publishing/sandbox/server', file: 'sandbox/server', imports: [], node: true },
  { specifier: 'social-publishing/msw', file: 'msw', imports: ['msw'], node: false },
  { specifier: 'social-publishing/redis', file: 'redis', imports: [], node: false },
];

/** What is imported as it stands. */
export const documents = ['openapi.json'] as const;

const name = String.raw`[\w-]+`;

/** Every published file matches one of these. */
export const patterns: readonly RegExp[] = [
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|THIRD_PARTY_LICENSES)$/,
  ...entries.map(({ file }) => new RegExp(`^dist/${file}\\.(js|cjs|d\\.ts|d\\.cts)$`)),
  /^dist\/openapi\.json$/,
  // Internal: see tsup.config.ts.
  /^dist\/errors\.(js|cjs)$/,
  /^dist\/cli\.js$/,
  // What entries share, and what is loaded late.
  new RegExp(`^dist/${name}-[A-Z0-9]{8}\\.(js|cjs)$`),
  new RegExp(`^dist/${name}-${name}\\.d\\.(ts|cts)$`),
];

/** What is inlined, and so needs its licence shipped. */
export const inlined = ['hono', 'is-network-error', 'ky', 'nanoid', 'p-retry', 'zod'] as const;
