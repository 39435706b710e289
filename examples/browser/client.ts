import { SocialPublishing } from 'social-publishing';

/**
 * The client, as in Node, but for its two options. The proxy has the API key; the function would give it the token
 * of your user's session, when you use tokens and no cookies.
 */
export const client = new SocialPublishing({ baseUrl: '/api/v1', apiKey: () => 'session' });

export const platformNames: Readonly<Record<string, string>> = {
  x: 'X',
  linkedin: 'LinkedIn',
  threads: 'Threads',
};
