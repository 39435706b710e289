import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
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
  const blob = await openAsBlob(path, { type });
  const isUnchanged = async (): Promise<boolean> => {
    const { size, mtimeMs } = await stat(path);
    return size === stats.size && mtimeMs === stats.mtimeMs;
  };
  return new DiskFile(blob, name, stats.mtimeMs, isUnchanged);
}

class DiskFile extends File {
  readonly #isUnchanged: () => Promise<boolean>;

  constructor(blob: Blob, name: string, lastModified: number, isUnchanged: () => Promise<boolean>) {
    super([blob], name, { type: blob.type, lastModified });
    this.#isUnchanged = isUnchanged;
  }

  /** Node notices on each read that the file has changed, Bun reads on: so it is asked once more at the end. */
  override stream(): ReturnType<File['stream']> {
    return super.stream().pipeThrough(
      new TransformStream({
        flush: async () => {
          if (!(await this.#isUnchanged())) throw new Error(`${this.name} has changed while it was read`);
        },
      }),
    );
  }
}
