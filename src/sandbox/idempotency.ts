import type { Answer } from './http.ts';
import { Refusal } from './refusal.ts';

interface Entry {
  readonly fingerprint: string;
  readonly answer: Answer;
  /** Real time: until then the request counts as still running. */
  readonly busyUntil: number;
  readonly size: number;
}

const maxKeyLength = 255;
const maxCharacters = 64 * 1024 * 1024;

/**
 * The answers to writes, by API key and idempotency key. Only what changed something is kept: a refused
 * request did nothing, so its key is free for another try. The oldest answers go when there are too many.
 */
export class IdempotencyStore {
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  /** The key of a write, or the refusal of one that has none. */
  static keyOf(headers: Headers): string {
    const key = headers.get('idempotency-key');
    if (key === null)
      throw new Refusal(
        400,
        'idempotency_key_required',
        'POST, PATCH and DELETE need an Idempotency-Key header',
      );
    if (key.length < 1 || key.length > maxKeyLength)
      throw new Refusal(
        400,
        'invalid_idempotency_key',
        `Idempotency-Key must have 1 to ${maxKeyLength} characters, not ${key.length}`,
      );
    return key;
  }

  /** The first answer to the same request; nothing when this is the first. */
  find(id: string, fingerprint: string): Answer | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    if (entry.fingerprint !== fingerprint)
      throw new Refusal(409, 'idempotency_key_reused', 'the Idempotency-Key was used for another request');
    if (Date.now() < entry.busyUntil)
      throw new Refusal(
        409,
        'idempotency_in_progress',
        'a request with this Idempotency-Key is still running',
      );
    return { ...entry.answer, headers: { ...entry.answer.headers, 'idempotency-replayed': 'true' } };
  }

  keep(id: string, fingerprint: string, answer: Answer, busyUntil: number): void {
    const size = id.length + fingerprint.length + answer.body.length;
    this.#entries.set(id, { fingerprint, answer, busyUntil, size });
    this.#characters += size;
    for (const [oldest, entry] of this.#entries) {
      if (this.#characters <= maxCharacters) break;
      this.#entries.delete(oldest);
      this.#characters -= entry.size;
    }
  }
}
