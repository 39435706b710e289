import { Interrupted } from '../transport/guard.ts';
import type { Source } from './source.ts';
import { guardProgress } from './stall.ts';

/** The file itself failed: it cannot be read, or has another size than it said. Sending it again cannot help. */
export class SourceFailure extends Error {}

/** Told as the bytes go on their way. */
export interface ByteWatch {
  /** The transport has taken this many bytes and asks for more. */
  sent(bytes: number): void;
  /** Waits for the file from now on, or no longer. */
  reading(busy: boolean): void;
  failed(failure: SourceFailure): void;
}

/** Small enough to see a slow connection move, large enough not to cost. */
const pieceBytes = 64 * 1024;

/** A stream and what ends it, also when nobody has begun to read it. */
export interface CountedStream {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  release(): void;
  /** Whether all of it was taken. */
  ended(): boolean;
}

/** A file's bytes in pieces, counted, and held to the size that was promised. */
export function countedStream(source: Source, size: number | undefined, watch: ByteWatch): CountedStream {
  const reader = source.open().getReader();
  let rest: Uint8Array = new Uint8Array();
  let sent = 0;
  let ended = false;

  async function more(): Promise<boolean> {
    while (rest.length === 0) {
      const { done, value } = await reader.read();
      if (done) return false;
      rest = value;
    }
    return true;
  }

  async function next(): Promise<{ piece: Uint8Array | undefined; last: boolean }> {
    const piece = (await more()) ? rest.subarray(0, pieceBytes) : undefined;
    rest = rest.subarray(piece?.length);
    const total = sent + (piece?.length ?? 0);
    // Looked for before the last piece goes: after it the storage would take the file for whole.
    const over = size !== undefined && total >= size && (total > size || (await more()));
    if (over) throw new SourceFailure(`the file has more than the ${size} bytes it was said to have`);
    if (!piece && size !== undefined && total < size) {
      throw new SourceFailure(`the file ended after ${total} of the ${size} bytes it was said to have`);
    }
    return { piece, last: !piece || total === size };
  }

  const release = (): void => {
    reader.cancel().catch(() => {}); // the upload has its result already
  };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        watch.sent(sent);
        watch.reading(true);
        try {
          const { piece, last } = await next();
          if (piece) {
            sent += piece.length;
            controller.enqueue(piece as Uint8Array<ArrayBuffer>); // no stream that fetch takes is backed by shared memory
          }
          if (last) {
            ended = true;
            watch.sent(sent);
            controller.close();
          }
        } catch (error) {
          const failure = asSourceFailure(error);
          watch.failed(failure);
          throw failure;
        } finally {
          watch.reading(false);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, release, ended: () => ended };
}

/** Reads a file into a `Blob`, for runtimes that cannot send a stream with its length. Nothing was sent by then. */
export async function collect(
  source: Source,
  size: number | undefined,
  timeout: number,
  outer: AbortSignal,
): Promise<Blob> {
  let release = (): void => {};
  try {
    return await guardProgress(timeout, outer, (_signal, moved) => {
      const counted = countedStream(source, size, { sent: moved, reading: moved, failed: () => {} });
      release = counted.release;
      return new Response(counted.stream).blob();
    });
  } catch (error) {
    if (error instanceof Interrupted && error.kind === 'timeout') throw silent(timeout);
    throw error;
  } finally {
    release();
  }
}

export const silent = (ms: number): SourceFailure => new SourceFailure(`the file gave no byte for ${ms} ms`);

export function asSourceFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  const said = error instanceof Error ? error.message : String(error);
  return new SourceFailure(`the file could not be read: ${said}`, { cause: error });
}
