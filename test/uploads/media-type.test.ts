import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../src/errors/index.ts';
import { upload } from '../../src/uploads/index.ts';
import { recordingApi } from './recording-api.ts';

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** The first bytes of real files, by type. */
const heads: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  'image/jpeg': ['\xff\xd8\xff\xe0\0\x10JFIF', '\xff\xd8\xff\xe1\x12\x34Exif', '\xff\xd8\xff\xdb'],
  'image/gif': ['GIF87a\x01\0', 'GIF89a\x01\0'],
  'image/webp': ['RIFF\x24\x10\0\0WEBPVP8 '],
  'image/avif': ['\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', '\0\0\0\x20ftypmif1\0\0\0\0mif1avifmiaf'],
  'image/heic': ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
  'image/bmp': ['BM\x36\x10\x0e\0\0\0\0\0\x36\0\0\0'],
  'image/tiff': ['II*\0\x08\0\0\0', 'MM\0*\0\0\0\x08'],
  'image/x-icon': ['\0\0\x01\0\x01\0\x10\x10'],
  'image/jxl': ['\0\0\0\x0cJXL \r\n\x87\n'],
  'image/svg+xml': [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<?xml version="1.0"?>\n<!-- drawn by hand -->\n<svg width="1">',
    '\xef\xbb\xbf  <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x">\n<svg>',
  ],
};

const foreign: Readonly<Record<string, string>> = {
  'text/html': '<!doctype html>\n<title>Not found</title>',
  'application/json': '{"error":"expired"}',
  'application/pdf': '%PDF-1.7\n',
  'application/zip': 'PK\x03\x04\x14\0',
  'video/mp4': '\0\0\0\x18ftypisom\0\0\x02\0isomiso2',
  'video/quicktime': '\0\0\0\x14ftypqt  \0\0\0\0',
  'video/webm': '\x1aE\xdf\xa3\x01\0\0\0',
};

const socialSetId = 'set';

/** What an upload with these params is registered as. */
async function registered(params: Omit<Parameters<typeof upload>[1], 'socialSetId'>) {
  const api = recordingApi();
  await upload(api, { socialSetId, ...params });
  const { mimeType, mediaType } = api.registered[0] ?? {};
  return { mimeType, mediaType, fileName: api.signed[0]?.fileName, contentType: api.puts[0]?.contentType };
}

async function issuesOf(params: Omit<Parameters<typeof upload>[1], 'socialSetId'>) {
  const api = recordingApi();
  const error = await upload(api, { socialSetId, ...params }).catch((thrown: unknown) => thrown);
  expect(api.calls).toEqual([]);
  expect(error).toBeInstanceOf(InvalidRequestError);
  return (error as InvalidRequestError).issues; // checked above
}

describe('the MIME type of an upload', () => {
  it.each(Object.entries(heads).flatMap(([type, texts]) => texts.map((text) => [type, text] as const)))(
    'is %s by the first bytes, when nobody says it',
    async (type, text) => {
      const mediaType = type === 'image/gif' ? 'gif' : 'image';
      expect(await registered({ file: latin1(text) })).toMatchObject({
        mimeType: type,
        mediaType,
        contentType: type,
      });
    },
  );

  it('is what the caller says, before all else', async () => {
    const file = new File([latin1('no signature')], 'a.gif', { type: 'image/webp' });
    expect(await registered({ file, mimeType: 'Image/PNG; charset=binary' })).toMatchObject({
      mimeType: 'image/png',
    });
  });

  it('is what the file says, before its name', async () => {
    const file = new File([latin1('no signature')], 'a.gif', { type: 'image/webp' });
    expect(await registered({ file })).toMatchObject({ mimeType: 'image/webp', fileName: 'a.gif' });
  });

  it('is known by the bytes when the file only says that it is bytes', async () => {
    for (const type of ['application/octet-stream', 'binary/octet-stream', '']) {
      const file = new Blob([latin1('GIF89a')], { type });
      expect(await registered({ file })).toMatchObject({
        mimeType: 'image/gif',
        mediaType: 'gif',
        fileName: 'upload.gif',
      });
    }
  });

  it('is known by the name when nothing else says it', async () => {
    expect(await registered({ file: latin1('?'), fileName: 'Photo.JPG' })).toMatchObject({
      mimeType: 'image/jpeg',
    });
  });

  it('is corrected where a name was never registered', async () => {
    expect(await registered({ file: latin1('\xff\xd8\xff\xe0'), mimeType: 'image/jpg' })).toMatchObject({
      mimeType: 'image/jpeg',
      contentType: 'image/jpeg',
    });
  });

  it('may be one whose bytes look like another type', async () => {
    const pairs = [
      ['image/apng', heads['image/png']],
      ['image/heif', heads['image/heic']],
      ['image/x-adobe-dng', heads['image/tiff']],
    ] as const;
    for (const [mimeType, texts] of pairs) {
      expect(await registered({ file: latin1(texts?.[0] ?? ''), mimeType })).toMatchObject({ mimeType });
    }
  });

  it('is an error before anything is sent, when it contradicts the bytes', async () => {
    const jpeg = latin1('\xff\xd8\xff\xe0');
    expect(await issuesOf({ file: jpeg, mimeType: 'image/png' })).toEqual([
      { path: 'mimeType', message: 'says image/png, but the bytes are image/jpeg' },
    ]);
    expect(await issuesOf({ file: new Blob([jpeg], { type: 'image/gif' }) })).toEqual([
      {
        path: 'file',
        message:
          "says image/gif, but the bytes are image/jpeg (pass mimeType: 'image/jpeg' to send them as that)",
      },
    ]);
  });

  it.each(Object.entries(foreign))('is an error when %s is taken for an image', async (type, text) => {
    const [issue] = await issuesOf({ file: new File([latin1(text)], 'photo.png', { type: 'image/png' }) });
    expect(issue?.message).toBe(`says image/png, but the bytes are ${type}`);
    expect((await issuesOf({ file: latin1(text) }))[0]?.message).toMatch(`must be an image (got ${type})`);
  });

  it('is an error when it is no image, or not known at all', async () => {
    expect((await issuesOf({ file: latin1('?'), mimeType: 'video/mp4' }))[0]).toMatchObject({
      path: 'mimeType',
    });
    expect((await issuesOf({ file: latin1('?'), mimeType: 'image/png\r\nx: y' }))[0]).toMatchObject({
      path: 'mimeType',
    });
    expect((await issuesOf({ file: latin1('?') }))[0]?.message).toMatch('is missing');
  });
});
