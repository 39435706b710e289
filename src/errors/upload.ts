import { brandAs, type Outcome, SocialPublishingError } from './base.ts';

/** Which step of an upload failed. */
export type UploadStage = 'upload-url' | 'put' | 'register';

/** Where the bytes are once they are stored: what `mediaAssets.register()` takes to finish the job. */
export interface UploadedObject {
  readonly bucketId: string;
  readonly objectPath: string;
  readonly mediaType: 'image' | 'gif';
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** As it was given for the upload. */
  readonly altText?: string;
}

/** An upload failed. What went wrong is under `cause`. */
export class UploadError extends SocialPublishingError {
  readonly stage: UploadStage;
  /**
   * Set once the bytes are stored. To finish:
   * `mediaAssets.register({ socialSetId, ...error.uploaded }, { idempotencyKey: error.idempotencyKey })`.
   */
  readonly uploaded: UploadedObject | undefined;
  /** The key of the API call that failed: under it the same call is safe to repeat. */
  readonly idempotencyKey: string | undefined;
  /** The storage's HTTP status, when it answered. */
  readonly status: number | undefined;

  static {
    brandAs(UploadError, 'UploadError');
  }

  constructor(
    message: string,
    details: {
      stage: UploadStage;
      outcome: Outcome;
      cause?: unknown;
      uploaded?: UploadedObject | undefined;
      idempotencyKey?: string | undefined;
      status?: number | undefined;
    },
  ) {
    super(message, details);
    this.stage = details.stage;
    this.uploaded = details.uploaded;
    this.idempotencyKey = details.idempotencyKey;
    this.status = details.status;
  }
}
