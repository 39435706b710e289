import { openAsBlob } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How a file of the disk is presented. */
export interface FileFromPathOptions {
  /** Default: the last part of the path. */
  name?: string | undefined;
  /** Its MIME type. Default: none; an upload finds it out by the first bytes. */
  type?: string | undefined;
}

/**
 * A file of the disk as a `File`. In Node and Bun it is read as it is sent, never whole; it can be read again.
 * Deno reads it when this is called.
 *
 * The file must stay as it is until it is sent: one that changes is an error, never a mix of two states.
 *
 * @throws The system's error when there is no such file, and a `TypeError` for what is no regular file.
 * @example
 * const file = await fileFromPath('./launch.png');
 * const asset = await client.mediaAssets.upload({ socialSetId, file, altText: 'The new office at night' });
 */
export async function fileFromPath(path: string | URL, options: FileFromPathOptions = {}): Promise<File> {
  const { name = basename(path instanceof URL ? fileURLToPath(path) : path), type = '' } = options;
  const stats = await stat(path);
  // A pipe or a device would be read as an empty file.
  if (!stats.isFile()) throw new TypeError(`${name} is no regular file`);
  return new DiskFile(await openAsBlob(path, { type }), name, path, stats);
}

// Larger pieces wait longer for the garbage collector, and so need more memory; smaller ones are slower.
const pieceBytes = 32 * 1024;

/** The state of a file on the disk that its bytes belong to. */
interface State {
  readonly size: number;
  readonly mtimeMs: number;
}

class DiskFile extends File {
  readonly #path: string | URL;
  readonly #state: State;

  constructor(blob: Blob, name: string, path: string | URL, state: State) {
    super([blob], name, { type: blob.type, lastModified: state.mtimeMs });
    this.#path = path;
    this.#state = state;
  }

  /** Reads no further than it is asked to, and notices a change in every runtime: Bun's own stream does not. */
  override stream(): ReturnType<File['stream']> {
    let handle: FileHandle | undefined;
    let left = this.#state.size;
    const close = async (): Promise<void> => handle?.close();
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: async (controller) => {
          try {
            handle ??= await this.#open();
            const { bytesRead, buffer } = await handle.read(new Uint8Array(Math.min(pieceBytes, left)));
            left -= bytesRead;
            if (bytesRead > 0) {
              controller.enqueue(buffer.subarray(0, bytesRead));
              return;
            }
            await this.#check(handle);
          } catch (error) {
            await close();
            throw error;
          }
          await close();
          controller.close();
        },
        cancel: close,
      },
      { highWaterMark: 0 },
    );
  }

  async #open(): Promise<FileHandle> {
    const handle = await open(this.#path);
    await this.#check(handle).catch(async (error: unknown) => {
      await handle.close();
      throw error;
    });
    return handle;
  }

  async #check(handle: FileHandle): Promise<void> {
    const { size, mtimeMs } = await handle.stat();
    if (size !== this.#state.size || mtimeMs !== this.#state.mtimeMs) {
      throw new Error(`${this.name} has changed since it was opened`);
    }
  }
}
