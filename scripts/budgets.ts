/**
 * What the package may cost, as data. A number is raised on purpose, in a commit that says why, or not at all.
 */

export interface BundleBudget {
  readonly name: string;
  /** A program: what it names stays in. */
  readonly source: string;
  /** Bytes, minified and gzipped, that are there when the program starts. */
  readonly atOnce: number;
  /** That, and all that may be loaded later: when it is first needed. */
  readonly inAll: number;
}

const client = `import { SocialPublishing } from 'social-publishing'; console.log(SocialPublishing);`;

const everything = (entry: string) => `import * as all from '${entry}'; console.log(all);`;

/** What an application's bundle grows by. */
export const bundles: readonly BundleBudget[] = [
  { name: 'the client', source: client, atOnce: 23_000, inAll: 58_000 },
  {
    name: 'one error',
    source: `import { RateLimitError } from 'social-publishing'; console.log(RateLimitError);`,
    atOnce: 2_000,
    inAll: 2_000,
  },
  {
    name: 'social-publishing/node',
    source: everything('social-publishing/node'),
    atOnce: 2_500,
    inAll: 2_500,
  },
  {
    name: 'social-publishing/schemas',
    source: everything('social-publishing/schemas'),
    atOnce: 25_000,
    inAll: 25_000,
  },
  {
    name: 'social-publishing/sandbox',
    source: everything('social-publishing/sandbox'),
    atOnce: 30_000,
    inAll: 30_000,
  },
  {
    name: 'social-publishing/sandbox/server',
    source: everything('social-publishing/sandbox/server'),
    atOnce: 31_500,
    inAll: 31_500,
  },
  { name: 'social-publishing/msw', source: everything('social-publishing/msw'), atOnce: 1_000, inAll: 1_000 },
  {
    name: 'social-publishing/redis',
    source: everything('social-publishing/redis'),
    atOnce: 6_500,
    inAll: 6_500,
  },
];

/** What an installation takes. */
export const install = {
  /** Packages that come along. */
  dependencies: 0,
  /** Bytes on the disk, and over the wire. */
  unpacked: 1_000_000,
  packed: 280_000,
  files: 110,
} as const;
