import type * as z from 'zod/mini';
import type { createPostParamsSchema } from '../../schemas/posts.ts';
import { metadataFitsMedia, platformMedia, targetMediaIsShared, withoutUrls } from '../../schemas/rules.ts';
import type { Owned, StoredMediaAsset, StoredPost, StoredTarget } from '../records.ts';
import { invalid, invalidField } from '../refusal.ts';
import { objectKeyOf } from '../storage.ts';
import type { SandboxSocialSet } from '../types.ts';
import type { Call } from './handler.ts';

type TargetParams = z.infer<ReturnType<typeof createPostParamsSchema>>['publishTargets'][number];
type Content = Pick<StoredPost, 'text' | 'mediaRefs' | 'mediaMetadata' | 'targets'>;

export const defaultPostTitle = 'API Post';

/** Targets as a request names them. What has already gone out to an account is not forgotten. */
export function targetsFrom(
  params: readonly TargetParams[],
  before: readonly StoredTarget[],
): StoredTarget[] {
  return params.map(({ socialAccountId, platform, textOverride, mediaRefs, mediaMetadata }) => ({
    socialAccountId,
    platform,
    textOverride,
    mediaRefs,
    mediaMetadata,
    status: before.some((target) => target.socialAccountId === socialAccountId && target.status === 'pushed')
      ? 'pushed'
      : 'pending',
  }));
}

/** Each target is an account of the Social Set, on its own platform, once. */
export function checkTargets(targets: readonly StoredTarget[], socialSet: SandboxSocialSet): void {
  const seen = new Set<string>();
  for (const [index, { socialAccountId, platform }] of targets.entries()) {
    const account = socialSet.accounts.find(({ id }) => id === socialAccountId);
    const at = ['publishTargets', index] as const;
    if (!account) throw invalidField([...at, 'socialAccountId'], 'is no account of the Social Set');
    if (account.status !== 'active')
      throw invalidField([...at, 'socialAccountId'], 'is a disconnected account');
    if (account.platform !== platform)
      throw invalidField([...at, 'platform'], `must be '${account.platform}', the account's platform`);
    if (seen.has(socialAccountId))
      throw invalidField([...at, 'socialAccountId'], 'must not be named twice: the post would go out twice');
    seen.add(socialAccountId);
  }
}

/** The media are there, belong to the Social Set, and suit each target. */
export function checkMedia(call: Call, owner: Owned, content: Content): void {
  const assets = content.mediaRefs.map((ref, index) => {
    const asset = assetOf(call, owner, ref);
    if (!asset)
      throw invalidField(
        ['mediaRefs', index],
        "is no registered media asset of the Social Set: use 'bucketId/objectPath' or the storage's public URL",
      );
    return asset;
  });
  const params = paramsOf(content);
  const findings = [targetMediaIsShared, metadataFitsMedia].flatMap((rule) => rule(params, context));
  if (findings.length > 0) throw invalid(findings);
  // The rule reads a medium's type off its name, so here the names say what was registered.
  const names = new Map(
    content.mediaRefs.map((ref, index) => [
      ref,
      assets[index]?.mediaType === 'gif' ? `${index}.gif` : `${index}`,
    ]),
  );
  const typed = platformMedia(
    paramsOf(content, (ref) => names.get(ref) ?? ref),
    context,
  );
  if (typed.length > 0) throw invalid(typed);
}

/** What a draft may lack, and a post that is to go out may not. */
export function checkReady(content: Content): void {
  if (content.targets.length === 0)
    throw invalidField(['publishTargets'], 'must have at least one target to go out to');
  const findings = withoutUrls(paramsOf(content), context);
  if (findings.length > 0) throw invalid(findings);
}

// None of these rules looks at the time.
const context = { now: 0, clockTolerance: 0 };

function paramsOf(
  { text, mediaRefs, mediaMetadata, targets }: Content,
  name = (ref: string): string => ref,
): Readonly<Record<string, unknown>> {
  return {
    text,
    mediaRefs: mediaRefs.map(name),
    mediaMetadata,
    publishTargets: targets.map((target) => ({ ...target, mediaRefs: target.mediaRefs?.map(name) })),
  };
}

function assetOf({ state }: Call, owner: Owned, ref: string): StoredMediaAsset | undefined {
  const key = objectKeyOf(ref);
  const assetId = key === undefined ? undefined : state.storage.get(key)?.assetId;
  const asset = assetId === undefined ? undefined : state.mediaAssets.get(assetId);
  return asset?.socialSetId === owner.socialSetId ? asset : undefined;
}
