import { InvalidRequestError } from '../errors/local.ts';
import { idempotencyKeyFrom } from '../idempotency/key-from.ts';
import { harmless } from '../transport/harmless.ts';
import type { UploadApi } from './api.ts';
import { sourceOf } from './source.ts';
import type {
  UploadManyOptions,
  UploadManyProgress,
  UploadParams,
  UploadProgress,
  UploadResult,
} from './types.ts';
import { upload } from './upload.ts';

const operation = 'mediaAssets.uploadMany';
const defaultConcurrency = 4;

/** Uploads many files, a few at a time: see `mediaAssets.uploadMany()`. */
export async function uploadMany(
  api: UploadApi,
  items: Iterable<UploadParams>,
  options: UploadManyOptions = {},
): Promise<UploadResult[]> {
  const { concurrency = defaultConcurrency, onProgress, idempotencyKey, ...each } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new InvalidRequestError(operation, [{ path: 'concurrency', message: 'must be an integer from 1' }]);
  }
  const files = [...items];
  const total = new TotalProgress(files, onProgress);
  const results: UploadResult[] = [];
  let next = 0;

  async function settle(index: number, params: UploadParams): Promise<UploadResult> {
    const watched = {
      ...params,
      onProgress: (progress: UploadProgress): void => {
        total.moved(index, progress);
        harmless(() => params.onProgress?.(progress));
      },
    };
    try {
      const key =
        idempotencyKey === undefined ? undefined : await idempotencyKeyFrom(operation, idempotencyKey, index);
      const asset = await upload(api, watched, { ...each, idempotencyKey: key });
      return { status: 'uploaded', index, asset };
    } catch (error) {
      return { status: 'failed', index, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  async function work(): Promise<void> {
    for (let index = next++; index < files.length; index = next++) {
      const result = await settle(index, files[index] as UploadParams); // below the length
      results[index] = result;
      total.settled(index, result.status === 'failed');
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, files.length) }, work));
  return results;
}

/** Adds up how the single uploads stand. */
class TotalProgress {
  readonly #listener: ((progress: UploadManyProgress) => void) | undefined;
  /** Bytes of each file where all are known; else every file counts alike. */
  readonly #weights: readonly number[];
  readonly #totalBytes: number | undefined;
  readonly #fractions: number[];
  readonly #sent: number[];
  #done = 0;
  #failed = 0;

  constructor(
    files: readonly UploadParams[],
    listener: ((progress: UploadManyProgress) => void) | undefined,
  ) {
    this.#listener = listener;
    const sizes = files.map(sizeOf);
    const sum = sizes.reduce<number>((total, size) => total + (size ?? 0), 0);
    const known = sizes.every((size) => size !== undefined);
    this.#totalBytes = known ? sum : undefined;
    this.#weights = sizes.map((size) => (known && sum > 0 ? (size ?? 0) : 1));
    this.#fractions = sizes.map(() => 0);
    this.#sent = sizes.map(() => 0);
  }

  moved(index: number, { sentBytes, fraction }: UploadProgress): void {
    this.#sent[index] = sentBytes;
    this.#fractions[index] = fraction;
    this.#tell();
  }

  settled(index: number, failed: boolean): void {
    this.#fractions[index] = 1;
    this.#done++;
    if (failed) this.#failed++;
    this.#tell();
  }

  #tell(): void {
    const total = this.#weights.length;
    const whole = add(this.#weights);
    const moved = add(this.#weights.map((weight, index) => weight * (this.#fractions[index] ?? 0)));
    const fraction = this.#done === total ? 1 : moved / whole;
    // Whoever watches does not break what is watched.
    harmless(() =>
      this.#listener?.({
        done: this.#done,
        total,
        failed: this.#failed,
        sentBytes: add(this.#sent),
        totalBytes: this.#totalBytes,
        fraction,
      }),
    );
  }
}

const add = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** What is known of a file's size before it is read. What is no file at all has none to send. */
function sizeOf(params: UploadParams): number | undefined {
  const { file, sizeBytes } = (params ?? {}) as Partial<UploadParams>; // an untyped caller's
  // Bytes are not to be copied for this.
  if (file instanceof ArrayBuffer || ArrayBuffer.isView(file)) return file.byteLength;
  const source = sourceOf(file);
  return typeof source === 'string' ? 0 : (sizeBytes ?? source.size);
}
