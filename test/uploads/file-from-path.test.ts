import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileFromPath } from '../../src/node/file-from-path.ts';
import { upload } from '../../src/uploads/index.ts';
import { recordingApi } from './recording-api.ts';
import { StorageServer } from './storage-server.ts';
import { pngBytes, sha256, World } from './world.ts';

const bytes = pngBytes(3_000_000);
const socialSetId = 'set';
const storage = new StorageServer();
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  path = join(folder, 'a photo.png');
  await storage.start();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await storage.stop();
});

describe('fileFromPath', () => {
  it('gives a File with the name, the size and the time of the file on the disk', async () => {
    writeFileSync(path, bytes);
    for (const from of [path, pathToFileURL(path)]) {
      const file = await fileFromPath(from);
      expect(file).toBeInstanceOf(File);
      expect(file).toMatchObject({ name: 'a photo.png', size: bytes.length, type: '' });
      expect(Math.abs(file.lastModified - Date.now())).toBeLessThan(60_000);
    }
    expect(await fileFromPath(path, { name: 'b.gif', type: 'image/gif' })).toMatchObject({
      name: 'b.gif',
      type: 'image/gif',
    });
  });

  it('can be uploaded, and again when the storage fails in the middle', async () => {
    writeFileSync(path, bytes);
    storage.behave({ type: 'reset', afterBytes: 1_000_000 });
    await upload(new World(storage.origin).api(), { socialSetId, file: await fileFromPath(path) });
    const { puts } = await storage.seen();
    expect(puts).toHaveLength(2);
    expect(puts[1]?.sha256).toBe(await sha256(bytes));
    expect(puts[1]?.rawHeaders).toContain(String(bytes.length));
  });

  it.each<[string, () => void]>([
    ['grows', () => appendFileSync(path, 'more')],
    ['shrinks', () => truncateSync(path, 2_000_000)],
    ['is written anew', () => writeFileSync(path, bytes.toReversed())],
  ])('is an error, and is not registered, when the file %s while it is sent', async (_how, change) => {
    writeFileSync(path, bytes);
    const api = recordingApi();
    let changed = false;
    const onProgress = ({ sentBytes }: { sentBytes: number }) => {
      if (sentBytes > 1_000_000 && !changed) {
        changed = true;
        change();
      }
    };
    const error = await upload(api, { socialSetId, file: await fileFromPath(path), onProgress }).catch(
      (thrown) => thrown,
    );
    expect(changed).toBe(true);
    expect(error).toMatchObject({ name: 'UploadError', stage: 'put', outcome: 'not-sent' });
    expect(error.message).toMatch('could not be read');
    expect(api.calls).toEqual(['upload-url', 'put']);
  });

  it('is an error before anything is sent, when the file has changed since', async () => {
    writeFileSync(path, bytes);
    const file = await fileFromPath(path);
    appendFileSync(path, 'more');
    const api = recordingApi();
    await expect(upload(api, { socialSetId, file })).rejects.toMatchObject({
      name: 'InvalidRequestError',
      issues: [{ path: 'file', message: expect.stringContaining('could not be read') }],
    });
    expect(api.calls).toEqual([]);
  });

  it('says when there is no such file, or when it is none', async () => {
    await expect(fileFromPath(join(folder, 'missing.png'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(fileFromPath(folder)).rejects.toThrow('is no regular file');
  });
});
