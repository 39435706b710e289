import { InvalidRequestError, type RequestIssue } from '../errors/local.ts';
import { findingsOf } from '../schemas/check.ts';
import { registerMediaAssetParamsSchema } from '../schemas/media.ts';
import { checkCallOptions } from '../transport/settings.ts';
import type { RequestOptions } from '../types/options.ts';
import { asSourceFailure } from './body.ts';
import { mimeTypeOf, nameFor } from './media-type.ts';
import { type Source, sourceOf } from './source.ts';
import type { UploadParams } from './types.ts';

export const operation = 'mediaAssets.upload';

/** A file of which is known what the service wants to know. */
export interface Prepared {
  readonly source: Source;
  readonly fileName: string;
  readonly mimeType: string;
  /** Not known of a stream without `sizeBytes`. */
  readonly size: number | undefined;
}

/** Checks all that can be checked without touching the file. Throws everything that is wrong at once. */
export function openSource(params: UploadParams, options: RequestOptions): Source {
  const { socialSetId, file, fileName, mimeType, altText, sizeBytes } = (params ??
    {}) as Partial<UploadParams>; // an untyped caller's
  const known = { bucketId: '', objectPath: '', mediaType: 'image' };
  const source = sourceOf(file);
  const issues: RequestIssue[] = [
    ...findingsOf(registerMediaAssetParamsSchema(), {
      ...known,
      socialSetId,
      mimeType,
      altText,
      sizeBytes,
    }).map(({ path, message }) => ({ path: path.join('.'), message })),
    // Each step derives its own key from the caller's, so no later check would see that one.
    ...checkCallOptions(options),
  ];
  if (fileName !== undefined && typeof fileName !== 'string') {
    issues.push({ path: 'fileName', message: 'must be a string' });
  }
  if (typeof source === 'string') issues.push({ path: 'file', message: source });
  else if (source.blob && sizeBytes !== undefined && sizeBytes !== source.size) {
    issues.push({ path: 'sizeBytes', message: `is ${sizeBytes}, but the file has ${source.size} bytes` });
  }
  if (issues.length > 0 || typeof source === 'string') throw new InvalidRequestError(operation, issues);
  return source;
}

/** Settles the file's type by its first bytes, and with it its name. */
export function describe(source: Source, head: Uint8Array, params: UploadParams): Prepared {
  const name = params.fileName || source.name;
  const type = mimeTypeOf({ mimeType: params.mimeType, type: source.type, head, name });
  if (head.length === 0) throw refusal({ path: 'file', message: 'is empty' });
  if ('issue' in type) throw refusal(type.issue);
  const { mimeType } = type;
  return { source, mimeType, fileName: name || nameFor(mimeType), size: params.sizeBytes ?? source.size };
}

/** The refusal of a file that cannot be read, before anything is sent. */
export function unreadable(error: unknown): InvalidRequestError {
  const { message, cause } = asSourceFailure(error);
  const refused = refusal({ path: 'file', message: message.replace(/^the file /, '') });
  refused.cause = cause;
  return refused;
}

function refusal(issue: RequestIssue): InvalidRequestError {
  return new InvalidRequestError(operation, [issue]);
}
