import { CallError, type CallFields } from '../errors/api-error.ts';
import { SocialPublishingError } from '../errors/base.ts';
import { APITimeoutError, APIUserAbortError } from '../errors/connection.ts';
import { InvalidRequestError } from '../errors/local.ts';
import { UploadError, type UploadedObject, type UploadStage } from '../errors/upload.ts';
import { idempotencyKeyFrom } from '../idempotency/key-from.ts';
import { monotonicNow, sleep } from '../transport/clock.ts';
import { guard, Interrupted } from '../transport/guard.ts';
import type { MediaAsset, UploadUrl } from '../types/media.ts';
import type { RequestOptions } from '../types/options.ts';
import type { UploadApi } from './api.ts';
import { collect, silent } from './body.ts';
import { describe, openSource, operation, type Prepared, unreadable } from './prepare.ts';
import { Progress } from './progress.ts';
import { put } from './put.ts';
import { failureOfAnswer, failureOfError, type PutFailure, PutRetries } from './put-failure.ts';
import { streamingOf } from './runtime.ts';
import { isSignedUrl, signatureRedactor } from './signed-url.ts';
import { blobSource, type Source } from './source.ts';
import type { UploadParams } from './types.ts';

/** Uploads a file and registers it: see `mediaAssets.upload()`. */
export async function upload(
  api: UploadApi,
  params: UploadParams,
  options: RequestOptions = {},
): Promise<MediaAsset> {
  const run = new Upload(api, params, options);
  run.throwIfAborted();
  const source = openSource(params, options);
  try {
    return await run.finish(await run.prepare(source));
  } catch (error) {
    source.cancel(error);
    throw error;
  }
}

class Upload {
  readonly #api: UploadApi;
  readonly #params: UploadParams;
  readonly #options: RequestOptions;
  readonly #deadline: number;
  #stage: UploadStage = 'upload-url';
  /** Where the bytes go. */
  #target: UploadUrl | undefined;
  #attempts = 0;
  #uploaded: UploadedObject | undefined;

  constructor(api: UploadApi, params: UploadParams, options: RequestOptions) {
    this.#api = api;
    this.#params = params;
    this.#options = options;
    this.#deadline = monotonicNow() + (options.totalTimeout ?? api.totalTimeout);
  }

  throwIfAborted(): void {
    const { signal } = this.#options;
    if (signal?.aborted) throw this.#aborted(signal.reason);
  }

  /** Looks at the file: what is wrong with it costs no request. */
  async prepare(source: Source): Promise<Prepared> {
    const { timeout = this.#api.timeout, signal } = this.#options;
    try {
      const head = await this.#within(timeout, () => source.head());
      const prepared = describe(source, head, this.#params);
      if (streamingOf(prepared.size, this.#api.fetch) || source.blob instanceof Blob) return prepared;
      const blob = await guard(this.#timeLeft(), signal, (inner) =>
        collect(source, prepared.size, timeout, inner),
      );
      return { ...prepared, source: blobSource(blob), size: blob.size };
    } catch (error) {
      if (error instanceof InvalidRequestError) throw error;
      if (error instanceof Interrupted) throw this.#interrupted(error);
      throw unreadable(error);
    }
  }

  async finish(file: Prepared): Promise<MediaAsset> {
    const progress = new Progress(this.#params.onProgress, file.size);
    const { bucketId, objectPath } = await this.#store(file, progress);
    const { mimeType } = file;
    const { socialSetId, altText } = this.#params;
    const sizeBytes = progress.stored();
    const mediaType = mimeType === 'image/gif' ? 'gif' : 'image';
    const described = altText === undefined ? {} : { altText };
    this.#uploaded = { bucketId, objectPath, mediaType, mimeType, sizeBytes, ...described };
    this.#stage = 'register';
    progress.report(this.#stage);
    const params = { socialSetId, ...this.#uploaded };
    // The object is part of the key: sent once more, the bytes lie elsewhere, and that is another request.
    return this.#call('register', async (options) => this.#api.register(params, options), objectPath);
  }

  /** Sends the bytes, each time to a fresh URL, until they are stored. */
  async #store(file: Prepared, progress: Progress): Promise<UploadUrl> {
    const { maxRetries = this.#api.maxRetries, maxPacingWait = this.#api.maxPacingWait } = this.#options;
    const retries = new PutRetries(maxRetries, maxPacingWait);
    for (;;) {
      this.#stage = 'upload-url';
      progress.report(this.#stage);
      const target = await this.#uploadUrl(file);
      this.#stage = 'put';
      progress.report(this.#stage);
      const failure = await this.#put(file, target, progress);
      if (!failure) return target;
      const wait = file.source.blob ? retries.waitAfter(failure) : undefined;
      if (wait === undefined || wait >= this.#timeLeft()) throw this.#putError(failure, file.source);
      await sleep(wait, this.#options.signal).catch((reason: unknown) => {
        throw this.#aborted(reason);
      });
    }
  }

  async #uploadUrl({ fileName, mimeType }: Prepared): Promise<UploadUrl> {
    const { socialSetId } = this.#params;
    // The number is part of the key: without it the service would give the used URL again.
    this.#attempts++;
    const params = { socialSetId, fileName, mimeType };
    const target = await this.#call(
      'upload-url',
      async (options) => this.#api.createUploadUrl(params, options),
      this.#attempts,
    );
    if (!isSignedUrl(target.uploadUrl)) {
      throw this.#error('the service gave no URL that can be uploaded to.', 'unknown');
    }
    this.#target = target;
    return target;
  }

  /** Nothing when the bytes are stored, else what went wrong. */
  async #put(
    { source, mimeType, size }: Prepared,
    target: UploadUrl,
    progress: Progress,
  ): Promise<PutFailure | undefined> {
    const { timeout = this.#api.timeout, signal } = this.#options;
    try {
      const answer = await put({
        url: target.uploadUrl,
        mimeType,
        source,
        size,
        fetch: this.#api.fetch,
        timeout,
        timeLeft: this.#timeLeft(),
        signal,
        onSent: (bytes) => progress.report('put', bytes),
      });
      return failureOfAnswer(answer);
    } catch (error) {
      if (error instanceof Interrupted) throw this.#interrupted(error);
      return failureOfError(error, signatureRedactor(target));
    }
  }

  /** Makes one of the two API calls, under a key of its own. */
  async #call<T>(
    stage: UploadStage,
    send: (options: RequestOptions) => Promise<T>,
    step: string | number,
  ): Promise<T> {
    const { idempotencyKey } = this.#options;
    const key =
      idempotencyKey === undefined
        ? undefined
        : await idempotencyKeyFrom(operation, idempotencyKey, stage, step);
    this.throwIfAborted();
    const left = this.#timeLeft();
    if (left === 0) throw this.#timedOut();
    const totalTimeout = Number.isFinite(left) ? left : undefined;
    try {
      return await send({ ...this.#options, idempotencyKey: key, totalTimeout });
    } catch (error) {
      throw this.#callError(error);
    }
  }

  #callError(error: unknown): unknown {
    if (error instanceof APIUserAbortError) return error;
    if (error instanceof InvalidRequestError && !this.#uploaded) {
      return new InvalidRequestError(operation, error.issues);
    }
    const said = error instanceof Error ? error.message : String(error);
    const outcome = error instanceof SocialPublishingError ? error.outcome : 'unknown';
    const problem = this.#uploaded
      ? `the file is stored but not registered: ${said} To finish: mediaAssets.register({ socialSetId, ...error.uploaded }, { idempotencyKey: error.idempotencyKey }).`
      : `no upload URL: ${said}`;
    return this.#error(problem, outcome, error);
  }

  #putError(failure: PutFailure, source: Source): UploadError {
    const { kind, message, outcome, cause, status } = failure;
    const advice =
      source.blob || kind === 'source'
        ? ''
        : ' The stream has been read and cannot be sent again: a Blob, bytes or fileFromPath() can.';
    const tries = this.#attempts > 1 ? ` (${this.#attempts} attempts)` : '';
    return new UploadError(`${operation}: ${message}${tries}.${advice}`, {
      stage: 'put',
      outcome,
      cause,
      status,
    });
  }

  #interrupted({ kind, cause }: Interrupted): Error {
    return kind === 'abort' ? this.#aborted(cause) : this.#timedOut();
  }

  #aborted(reason: unknown): APIUserAbortError {
    // Without its registration an upload has not happened.
    return new APIUserAbortError(
      `${operation}: aborted by the caller. Nothing was registered.`,
      this.#fields(),
      'not-sent',
      reason,
    );
  }

  #timedOut(): UploadError {
    const cause = new APITimeoutError(`${operation}: not done in time.`, this.#fields(), 'not-sent');
    return this.#error(
      'not done within totalTimeout.',
      this.#stage === 'put' ? 'unknown' : 'not-sent',
      cause,
    );
  }

  #error(problem: string, outcome: UploadError['outcome'], cause?: unknown): UploadError {
    const uploaded = this.#uploaded;
    const idempotencyKey = cause instanceof CallError ? cause.idempotencyKey : undefined;
    const details = { stage: this.#stage, outcome, cause, uploaded, idempotencyKey };
    return new UploadError(`${operation}: ${problem}`, details);
  }

  #fields(): CallFields {
    const target = this.#target;
    const path = target ? `/${target.bucketId}/${target.objectPath}` : '';
    return {
      operation,
      method: 'PUT',
      path,
      idempotencyKey: this.#options.idempotencyKey,
      attempts: this.#attempts,
    };
  }

  #timeLeft(): number {
    return Math.max(0, this.#deadline - monotonicNow());
  }

  /** Waits for the file no longer than `ms`, and never longer than is left. */
  async #within<T>(ms: number, work: () => Promise<T>): Promise<T> {
    const left = this.#timeLeft();
    try {
      return await guard(Math.min(ms, left), this.#options.signal, work);
    } catch (error) {
      if (error instanceof Interrupted && error.kind === 'timeout' && ms < left) {
        throw silent(ms);
      }
      throw error;
    }
  }
}
