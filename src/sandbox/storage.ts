import type { Owned } from './records.ts';
import { Refusal } from './refusal.ts';

/** A file in the storage. */
export interface StoredObject extends Owned {
  readonly bucketId: string;
  readonly objectPath: string;
  readonly mimeType: string;
  readonly bytes: Blob;
  /** The media asset that it was registered as. */
  assetId?: string;
}

/** The permission to upload one file. */
interface Ticket extends Owned {
  readonly bucketId: string;
  readonly objectPath: string;
  readonly mimeType: string;
  readonly expiresAt: number;
}

export const bucketId = 'media';
export const signPath = '/storage/v1/object/upload/sign/';
export const publicPath = '/storage/v1/object/public/';

export const maxObjectBytes = 100 * 1024 * 1024;
const maxStoredBytes = 512 * 1024 * 1024;
const maxTickets = 10_000;
const ticketLife = 10 * 60_000;

/** The objects of the one bucket, and the permissions to add to them. */
export class Storage {
  readonly #objects = new Map<string, StoredObject>();
  readonly #tickets = new Map<string, Ticket>();
  #bytes = 0;

  /** Permits one upload, once, for ten minutes of the sandbox's clock. */
  sign(owner: Owned, objectPath: string, mimeType: string, now: number): string {
    for (const [token, ticket] of this.#tickets) {
      // The oldest come first, and are the first to expire.
      if (ticket.expiresAt > now && this.#tickets.size < maxTickets) break;
      this.#tickets.delete(token);
    }
    const token = randomToken();
    const { workspaceId, socialSetId } = owner;
    const expiresAt = now + ticketLife;
    this.#tickets.set(token, { workspaceId, socialSetId, bucketId, objectPath, mimeType, expiresAt });
    return token;
  }

  /**
   * Uses up a permission. What it returns stores the bytes; `giveBack` makes the permission good again,
   * for an upload that did not come through.
   */
  redeem(
    key: string,
    token: string | null,
    contentType: string | null,
    now: number,
  ): { store: (bytes: Blob) => void; giveBack: () => void } {
    const ticket = token === null ? undefined : this.#tickets.get(token);
    if (!ticket || token === null || `${ticket.bucketId}/${ticket.objectPath}` !== key)
      throw new Refusal(
        403,
        'invalid_upload_token',
        'this upload was not signed, or its URL was used before',
      );
    if (ticket.expiresAt <= now) throw new Refusal(403, 'expired_upload_token', 'the upload URL has expired');
    if (mediaTypeOf(contentType) !== mediaTypeOf(ticket.mimeType))
      throw new Refusal(
        415,
        'invalid_mime_type',
        `the upload was signed for Content-Type ${ticket.mimeType}, not ${contentType}`,
      );
    this.#tickets.delete(token);
    return {
      giveBack: () => this.#tickets.set(token, ticket),
      store: (bytes) => {
        if (this.#bytes + bytes.size > maxStoredBytes)
          throw new Refusal(507, 'sandbox_full', `the sandbox stores at most ${maxStoredBytes} bytes`);
        this.#bytes += bytes.size;
        this.#objects.set(key, { ...ticket, bytes });
      },
    };
  }

  get(key: string): StoredObject | undefined {
    return this.#objects.get(key);
  }

  delete(key: string): void {
    const object = this.#objects.get(key);
    if (!object) return;
    this.#bytes -= object.bytes.size;
    this.#objects.delete(key);
  }
}

/** `image/PNG; charset=x` is `image/png`. */
function mediaTypeOf(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The key of an object, `bucketId/objectPath`, from a URL path below `prefix`. */
export function objectKeyIn(pathname: string, prefix: string): string | undefined {
  if (!pathname.startsWith(prefix)) return undefined;
  try {
    return decodeURIComponent(pathname.slice(prefix.length));
  } catch {
    return undefined;
  }
}

/** The key that a media reference names: it is that key, or the object's public URL. */
export function objectKeyOf(ref: string): string | undefined {
  if (!/^https?:\/\//i.test(ref)) return ref;
  return URL.canParse(ref) ? objectKeyIn(new URL(ref).pathname, publicPath) : undefined;
}
