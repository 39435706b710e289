import type { Redact } from '../transport/redact.ts';
import type { UploadUrl } from '../types/media.ts';

// Shorter values are words that stand in any message.
const shortestSecret = 8;

/** A signed URL, if it is one that can be sent to. Whoever reads it may upload: it is in no message. */
export function isSignedUrl(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Takes what signs a URL out of texts. */
export function signatureRedactor({ uploadUrl, token }: UploadUrl): Redact {
  const { search, searchParams } = new URL(uploadUrl);
  const secrets = [search, token, ...searchParams.values()].filter(
    (secret) => typeof secret === 'string' && secret.length >= shortestSecret,
  );
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}
