/**
 * A closed set of values in requests, an open one in responses: the service may add a value
 * before this SDK knows it, and an old client must not break on it.
 */
export type Open<Known extends string> = Known | (string & {});

/**
 * A point in time, wherever a request takes one. Sent as an ISO 8601 UTC string.
 *
 * - a `Date`;
 * - an ISO 8601 string that carries `Z` or an offset (`2026-12-01T09:00:00+01:00`). A string without
 *   either is refused locally: read in the wrong zone, it is how posts go out an hour late;
 * - anything with `epochMilliseconds`, such as a `Temporal.Instant` or a `Temporal.ZonedDateTime`.
 */
export type Timestamp = Date | string | { readonly epochMilliseconds: number };

/** The platforms a post can be published to. */
export type Platform = 'x' | 'linkedin' | 'threads';

/** A record whose fields the service's document does not show: an `id`, and whatever else comes. */
export interface OpenRecord {
  /** The record's identifier. */
  id: string;
  /** Every other field the service sends, as it sends it. */
  [field: string]: unknown;
}

/** What every list takes. Further parameters can be sent through the `query` request option. */
export interface ListParams {
  /** How many items a page holds: an integer from 1 to 100. Default 50. */
  limit?: number | undefined;
  /** The `nextCursor` of an earlier page, to go on from there. Never built by hand. */
  cursor?: string | undefined;
}

/** The result of a delete. */
export interface Deleted {
  /** Always `true`. */
  deleted: true;
}
