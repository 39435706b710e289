import type { Scope } from '../operations/operation.ts';
import type { Platform } from '../types/common.ts';

/** An API key that the sandbox knows. */
export interface SandboxApiKey {
  /** What comes after `Bearer `. */
  secret: string;
  /** Default `Sandbox key`. */
  name?: string | undefined;
  /** What it may do. Default: every scope. */
  scopes?: readonly Scope[] | undefined;
  /** `selected` opens only `workspaceIds`. Default `all`. */
  workspaceAccess?: 'all' | 'selected' | undefined;
  workspaceIds?: readonly string[] | undefined;
  /** `selected` opens only `socialSetIds`, `none` only what belongs to a workspace as a whole. Default `all`. */
  socialSetAccess?: 'all' | 'selected' | 'none' | undefined;
  socialSetIds?: readonly string[] | undefined;
  /** From then on (by the sandbox's clock) the key is refused. */
  expiresAt?: Date | string | number | null | undefined;
  /** From then on (by the sandbox's clock) the key is refused. */
  revokedAt?: Date | string | number | null | undefined;
}

/** What the plan allows; `null` is unlimited. */
export interface SandboxQuotas {
  accounts?: number | null | undefined;
  folders?: number | null | undefined;
  ideas?: number | null | undefined;
  monthlyPosts?: number | null | undefined;
  scheduledPosts?: number | null | undefined;
  workspaces?: number | null | undefined;
}

/** A social account of a Social Set that the sandbox starts with. */
export interface SandboxAccountOptions {
  id: string;
  platform: Platform;
  /** Default: made of the platform. */
  name?: string | undefined;
  /** A `disconnected` account cannot be posted to, and no quota counts it. Default `active`. */
  status?: 'active' | 'disconnected' | undefined;
}

/** A Social Set that the sandbox starts with. */
export interface SandboxSocialSetOptions {
  id: string;
  /** Default `ws_1`. */
  workspaceId?: string | undefined;
  /** Default: the id. */
  name?: string | undefined;
  accounts: readonly SandboxAccountOptions[];
}

/** How a sandbox is set up. Everything has a default. */
export interface SandboxOptions {
  /** Where its clock starts; it then runs along with real time. Default: the real time. */
  now?: Date | string | number | undefined;
  /** The keys it knows. Default: one with every scope. */
  apiKeys?: readonly SandboxApiKey[] | undefined;
  /** Whether the service's rate limits hold. Default `true`. */
  rateLimits?: boolean | undefined;
  /** What the plan allows. Default: everything unlimited. */
  quotas?: SandboxQuotas | undefined;
  /** How long a post stays in `processing`, in milliseconds of the sandbox's clock. Default 1000. */
  publishDuration?: number | undefined;
  /**
   * The Social Sets it starts with. Default: `set_1` in workspace `ws_1` and `set_2` in workspace `ws_2`,
   * each with an x, a linkedin and a threads account.
   */
  socialSets?: readonly SandboxSocialSetOptions[] | undefined;
  /**
   * Where it says it is; ends with `/v1`. Default `https://sandbox.invalid/v1`: a name that no network knows,
   * so that a client that was not given the sandbox's `fetch` reaches nobody.
   */
  baseUrl?: string | undefined;
}

/** A social account of the sandbox, as `GET /accounts` shows it. */
export interface SandboxAccount {
  readonly id: string;
  readonly workspaceId: string;
  readonly socialSetId: string;
  readonly platform: Platform;
  readonly name: string;
  readonly status: 'active' | 'disconnected';
}

/** A Social Set of the sandbox, as `GET /social-sets` shows it. */
export interface SandboxSocialSet {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly accounts: readonly SandboxAccount[];
}

/** What goes wrong with a request. */
export type Fault =
  /** The connection breaks before the service did anything. */
  | { readonly type: 'drop' }
  /** The service does as asked, and the connection breaks before it answers. */
  | { readonly type: 'drop-after-commit' }
  /** The service does as asked and answers after `ms` of real time; until then the key is in progress. */
  | { readonly type: 'delay'; readonly ms: number }
  /** This answer, without anything done. A `body` that is no string is sent as JSON. */
  | {
      readonly type: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>> | undefined;
    }
  /** The service does as asked, and the answer breaks off half-way. */
  | { readonly type: 'truncate' }
  /** A gateway's HTML page (502 unless `status` says otherwise), without anything done. */
  | { readonly type: 'html'; readonly status?: number | undefined };

/** Which requests a fault befalls. */
export interface FaultInjection {
  /** Default: any. */
  method?: string | undefined;
  /** Below the base URL; a string must equal it. A storage URL's path is matched from its root. Default: any. */
  path?: string | RegExp | undefined;
  /** How many requests. Default 1; `Infinity` for all. */
  times?: number | undefined;
  fault: Fault;
}

/** How publishing a post turns out. */
export type PublishOutcome =
  /** The platform refuses. */
  | { readonly type: 'fail' }
  /** It takes `ms` of the sandbox's clock instead of `publishDuration`. */
  | { readonly type: 'slow'; readonly ms: number };

/** Which posts an outcome befalls. */
export interface PublishInjection {
  /** Only this post. Default: whichever is published next. */
  postId?: string | undefined;
  /** Only targets on this platform; the post's other targets go out. Default: all targets. */
  platform?: Platform | undefined;
  /** Only this account's target; the post's other targets go out. Default: all targets. */
  socialAccountId?: string | undefined;
  /** How many posts. Default 1; `Infinity` for all. */
  times?: number | undefined;
  outcome: PublishOutcome;
}

/** A request that reached the sandbox's API. */
export interface RecordedRequest {
  readonly method: string;
  /** Below the base URL, percent-encoding as it came. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case, values as they came: the key too. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; the text when it is none; `undefined` when there was no body. */
  readonly body: unknown;
}

/** An upload that reached the sandbox's storage, refused or not. */
export interface RecordedUpload {
  readonly method: string;
  readonly bucketId: string;
  readonly objectPath: string;
  /** Names in lower case, values as they came. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sizeBytes: number;
  /** The status of the answer; 0 when the upload broke off. */
  readonly status: number;
}

/** Something that went out to a social account. */
export interface PublishedPost {
  readonly postId: string;
  readonly socialAccountId: string;
  readonly platform: Platform;
  /** What went out there: the target's own text, else the shared one. */
  readonly text: string;
  readonly mediaRefs: readonly string[];
  /** ISO 8601 UTC, by the sandbox's clock. */
  readonly at: string;
}
