/**
 * Where the examples call: the service that the environment names, else a sandbox of their own.
 *
 *   SOCIAL_PUBLISHING_BASE_URL, SOCIAL_PUBLISHING_API_KEY   the service, and your key
 *   SOCIAL_PUBLISHING_SOCIAL_SET_ID                         the Social Set to post with
 *   SOCIAL_PUBLISHING_TARGETS                               its accounts, such as `x:acc_1,linkedin:acc_2`
 */
import {
  type ClientOptions,
  type Platform,
  type PublishTargetParams,
  SocialPublishing,
} from 'social-publishing';
import type { Sandbox } from 'social-publishing/sandbox';
import { type SandboxServerOptions, startSandboxServer } from 'social-publishing/sandbox/server';

/** A service to call, and where to post with it. */
export interface Service {
  readonly baseUrl: string;
  readonly client: SocialPublishing;
  readonly socialSetId: string;
  readonly publishTargets: PublishTargetParams[];
  /** None when this is the real service: what needs its clock or its faults is skipped. */
  readonly sandbox: Sandbox | undefined;
  close(): Promise<void>;
}

/** Opens the service. `sandbox` sets up the sandbox, `client` the client. */
export async function openService(
  options: { sandbox?: SandboxServerOptions; client?: ClientOptions } = {},
): Promise<Service> {
  const { SOCIAL_PUBLISHING_BASE_URL: baseUrl } = process.env;
  if (baseUrl) {
    console.log(`Calling ${baseUrl}\n`);
    return {
      baseUrl,
      client: new SocialPublishing(options.client),
      socialSetId: required('SOCIAL_PUBLISHING_SOCIAL_SET_ID'),
      publishTargets: targetsFrom(required('SOCIAL_PUBLISHING_TARGETS')),
      sandbox: undefined,
      close: async () => undefined,
    };
  }
  const server = await startSandboxServer(options.sandbox);
  const [socialSet] = server.sandbox.socialSets;
  if (!socialSet) throw new Error('the sandbox has no Social Set');
  console.log(`Calling a sandbox at ${server.baseUrl}\n`);
  return {
    baseUrl: server.baseUrl,
    client: new SocialPublishing({ apiKey: server.apiKey, baseUrl: server.baseUrl, ...options.client }),
    socialSetId: socialSet.id,
    publishTargets: socialSet.accounts.map(({ id, platform }) => ({ socialAccountId: id, platform })),
    sandbox: server.sandbox,
    close: () => server.close(),
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`set ${name}, or unset SOCIAL_PUBLISHING_BASE_URL to use the sandbox`);
  return value;
}

function targetsFrom(text: string): PublishTargetParams[] {
  return text.split(',').map((target) => {
    const [platform, socialAccountId] = target.trim().split(':');
    if (!socialAccountId) throw new Error(`SOCIAL_PUBLISHING_TARGETS: '${target}' is not platform:account`);
    return { platform: platform as Platform, socialAccountId }; // the client refuses what is none
  });
}
