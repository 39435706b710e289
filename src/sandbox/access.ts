import { scopes as allScopes, type Operation, type Scope, scopesOf } from '../operations/operation.ts';
import { epochOf } from './clock.ts';
import type { Owned } from './records.ts';
import { Refusal } from './refusal.ts';
import type { SandboxApiKey } from './types.ts';

/** A key with its defaults filled in. */
export interface Key {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly workspaceAccess: 'all' | 'selected';
  readonly workspaceIds: readonly string[];
  readonly socialSetAccess: 'all' | 'selected' | 'none';
  readonly socialSetIds: readonly string[];
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

const momentOf = (moment: SandboxApiKey['expiresAt'], name: string): number | null =>
  moment === undefined || moment === null ? null : epochOf(moment, name);

export function keysFrom(keys: readonly SandboxApiKey[]): ReadonlyMap<string, Key> {
  if (keys.length === 0) throw new TypeError('apiKeys must hold at least one key');
  const bySecret = new Map<string, Key>();
  for (const [index, key] of keys.entries()) {
    if (typeof key.secret !== 'string' || !/^[!-~]+$/.test(key.secret))
      throw new TypeError(`apiKeys[${index}].secret must be a text of visible ASCII characters`);
    if (bySecret.has(key.secret)) throw new TypeError(`apiKeys[${index}].secret is given twice`);
    bySecret.set(key.secret, {
      id: `key_${index + 1}`,
      secret: key.secret,
      name: key.name ?? 'Sandbox key',
      scopes: key.scopes ?? allScopes,
      workspaceAccess: key.workspaceAccess ?? 'all',
      workspaceIds: key.workspaceIds ?? [],
      socialSetAccess: key.socialSetAccess ?? 'all',
      socialSetIds: key.socialSetIds ?? [],
      expiresAt: momentOf(key.expiresAt, `apiKeys[${index}].expiresAt`),
      revokedAt: momentOf(key.revokedAt, `apiKeys[${index}].revokedAt`),
    });
  }
  return bySecret;
}

function unauthorized(code: string, message: string): Refusal {
  return new Refusal(401, code, message, { headers: { 'www-authenticate': 'Bearer' } });
}

/** The key of a request, if it is good. */
export function authenticate(keys: ReadonlyMap<string, Key>, headers: Headers, now: number): Key {
  const header = headers.get('authorization');
  if (header === null) throw unauthorized('missing_api_key', 'send Authorization: Bearer <API_KEY>');
  const secret = /^bearer +(\S+)$/i.exec(header)?.[1];
  const key = secret === undefined ? undefined : keys.get(secret);
  if (!key) throw unauthorized('invalid_api_key', 'the API key is not known');
  if (key.revokedAt !== null && key.revokedAt <= now)
    throw unauthorized('revoked_api_key', 'the API key was revoked');
  if (key.expiresAt !== null && key.expiresAt <= now)
    throw unauthorized('expired_api_key', 'the API key has expired');
  return key;
}

/** Refuses what the key's scopes do not allow. */
export function requireScopes(key: Key, row: Operation, params: unknown): void {
  const missing = scopesOf(row, params).filter((scope) => !key.scopes.includes(scope));
  if (missing.length > 0)
    throw new Refusal(403, 'missing_scope', `the API key lacks the scope ${missing.join(' and ')}`);
}

export function opensWorkspace(key: Key, workspaceId: string): boolean {
  return key.workspaceAccess === 'all' || key.workspaceIds.includes(workspaceId);
}

export function opensSocialSet(key: Key, { workspaceId, socialSetId }: Owned): boolean {
  if (!opensWorkspace(key, workspaceId) || key.socialSetAccess === 'none') return false;
  return key.socialSetAccess === 'all' || key.socialSetIds.includes(socialSetId);
}
