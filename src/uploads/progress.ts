import type { UploadStage } from '../errors/upload.ts';
import { harmless } from '../transport/harmless.ts';
import type { UploadProgress } from './types.ts';

/** Tells how an upload stands. What went forward never goes back. */
export class Progress {
  readonly #listener: ((progress: UploadProgress) => void) | undefined;
  #total: number | undefined;
  #sent = 0;

  constructor(listener: ((progress: UploadProgress) => void) | undefined, total: number | undefined) {
    this.#listener = listener;
    this.#total = total;
  }

  report(stage: UploadStage, sentBytes = this.#sent): void {
    this.#sent = Math.max(this.#sent, sentBytes);
    const total = this.#total;
    this.#tell(stage, total ? this.#sent / total : 0);
  }

  /** All bytes are stored: from here on their number is known. */
  stored(): number {
    this.#total ??= this.#sent;
    this.#sent = this.#total;
    return this.#total;
  }

  #tell(stage: UploadStage, fraction: number): void {
    // Whoever watches does not break what is watched.
    harmless(() => this.#listener?.({ stage, sentBytes: this.#sent, totalBytes: this.#total, fraction }));
  }
}
