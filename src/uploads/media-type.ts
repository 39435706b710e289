import type { RequestIssue } from '../errors/local.ts';

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: file signatures are made of them
/**
 * First bytes, read as Latin-1, of images and of what is often taken for one: an error page that was saved
 * as `photo.png`, a video. The first match holds.
 */
const signatures: readonly [mimeType: string, pattern: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  // Files of the ISO base format name their brands, the major one first; `mif1` alone says little.
  ['image/avif', /^.{4}ftyp(?:.{4}){0,8}?avi[fs]/s],
  ['image/heic', /^.{4}ftyp(?:.{4}){0,8}?(?:hei[cmsx]|hev[cx]|mif1)/s],
  ['video/quicktime', /^.{4}ftypqt /s],
  ['video/mp4', /^.{4}ftyp/s],
  ['image/bmp', /^BM.{4}\0{4}/s],
  ['image/tiff', /^(?:II\*\0|MM\0\*)/],
  ['image/x-icon', /^\0\0\x01\0/],
  ['image/jxl', /^\0\0\0\x0cJXL \r\n\x87\n/],
  ['image/svg+xml', /^(?:\xef\xbb\xbf)?\s*<(?:(?:\?xml|!DOCTYPE\s+svg)\b.*?<)?svg[\s>]/is],
  ['text/html', /^(?:\xef\xbb\xbf)?\s*<(?:!DOCTYPE\s+html|html|head|body)[\s>]/i],
  ['application/json', /^(?:\xef\xbb\xbf)?\s*(?:\{\s*"|\[\s*\{\s*")/],
  ['application/pdf', /^%PDF-/],
  ['application/zip', /^PK\x03\x04/],
  ['video/webm', /^\x1aE\xdf\xa3/],
  ['video/x-msvideo', /^RIFF.{4}AVI /s],
];
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above

/** How many of the first bytes are looked at. */
export const headBytes = 512;

const recognizable = new Set(signatures.map(([mimeType]) => mimeType));

/** Names that were never registered, and what they mean. */
const misnomers: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
};

/** Types whose bytes look like another's. */
const lookalikes: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'image/x-ms-bmp': 'image/bmp',
  'image/x-bmp': 'image/bmp',
};

/** What servers and file pickers say when they do not know. */
const meaningless = /^(?:$|(?:application|binary)\/(?:octet-stream|x-binary|unknown)$)/;

const extensions: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  ico: 'image/x-icon',
  jxl: 'image/jxl',
  svg: 'image/svg+xml',
};

/** What is known of a file's type. */
export interface TypeClues {
  /** What the caller said. */
  readonly mimeType: string | undefined;
  /** What the file says of itself. */
  readonly type: string | undefined;
  readonly head: Uint8Array;
  readonly name: string | undefined;
}

/** `Image/PNG; charset=binary` is `image/png`. */
function essence(type: string | undefined): string | undefined {
  const bare = type?.split(';', 1)[0]?.trim().toLowerCase();
  return bare === undefined || meaningless.test(bare) ? undefined : (misnomers[bare] ?? bare);
}

/** The type that the first bytes show, if they show one. */
export function sniff(head: Uint8Array): string | undefined {
  const text = Array.from(head.subarray(0, headBytes), (byte) => String.fromCharCode(byte)).join('');
  return signatures.find(([, pattern]) => pattern.test(text))?.[0];
}

/** Only of types that have a signature, and of images that are none, can the bytes say no. */
function contradicts(claimed: string, seen: string): boolean {
  const like = lookalikes[claimed] ?? claimed;
  return like !== seen && (recognizable.has(like) || !isImage(claimed) || !isImage(seen));
}

const isImage = (type: string): boolean => /^image\/[\w!#$&^.+-]+$/.test(type);

/** Settles a file's MIME type: the caller's word, else the file's, else its first bytes, else its name. */
export function mimeTypeOf({
  mimeType,
  type,
  head,
  name,
}: TypeClues): { mimeType: string } | { issue: RequestIssue } {
  const own = essence(mimeType);
  const claimed = own ?? essence(type);
  const seen = sniff(head);
  if (claimed !== undefined && seen !== undefined && contradicts(claimed, seen)) {
    const advice =
      own === undefined && isImage(seen) ? ` (pass mimeType: '${seen}' to send them as that)` : '';
    const issue = {
      path: own === undefined ? 'file' : 'mimeType',
      message: `says ${claimed}, but the bytes are ${seen}${advice}`,
    };
    return { issue };
  }
  const known = claimed ?? seen ?? extensions[name?.split('.').pop()?.toLowerCase() ?? ''];
  if (known === undefined) {
    return {
      issue: {
        path: 'mimeType',
        message: `is missing, and neither the file, its first bytes nor its name show the type: pass it, for example 'image/png'`,
      },
    };
  }
  if (!isImage(known)) {
    return {
      issue: {
        path: own === undefined ? 'file' : 'mimeType',
        message: `must be an image (got ${known}): the service registers images and GIFs`,
      },
    };
  }
  return { mimeType: known };
}

/** A name for a file that has none. */
export function nameFor(mimeType: string): string {
  const extension = Object.keys(extensions).find((key) => extensions[key] === mimeType);
  return extension ? `upload.${extension}` : 'upload';
}
