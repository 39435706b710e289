// What a page does, by the name in its address. It runs as the page's own script: what a test evaluates
// from outside is free of the page's policy.
import * as sdk from 'social-publishing';
import { smoke } from './smoke.js';

const violations = [];
globalThis.addEventListener?.('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(`${violatedDirective} ${blockedURI}`),
);

function errorOf(action) {
  try {
    action();
    return 'none';
  } catch (error) {
    return String(error);
  }
}

const scenarios = {
  smoke: (input) => smoke({ sdk, dangerouslyAllowBrowser: true, ...input }),

  /** The same in a dedicated worker, which loads this file too. */
  worker: (input) =>
    new Promise((resolve, reject) => {
      // A script's address is one of the things that trusted types guard.
      const trusted = trustedTypes.createPolicy('page', { createScriptURL: (url) => url });
      const worker = new Worker(trusted.createScriptURL('/page.js'), { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage({ name: 'smoke', input });
    }),

  guard: ({ baseUrl }) => ({
    literal: errorOf(() => new sdk.SocialPublishing({ apiKey: 'key_of_the_page', baseUrl })),
    allowed: errorOf(
      () => new sdk.SocialPublishing({ apiKey: 'key_of_the_page', baseUrl, dangerouslyAllowBrowser: true }),
    ),
    asked: errorOf(() => new sdk.SocialPublishing({ apiKey: () => 'key_of_the_page', baseUrl })),
  }),

  baseUrl: ({ baseUrl }) => new sdk.SocialPublishing({ apiKey: () => 'key', baseUrl }).baseUrl,

  /** What the policy forbids, so that a silence of the others means something. */
  forbidden: () => errorOf(() => new Function('')),
};

async function perform(name, input) {
  const result = await scenarios[name](input);
  // Violations are told in a task of their own.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { result, violations };
}

if (typeof document === 'undefined') {
  globalThis.onmessage = async ({ data: { name, input } }) =>
    globalThis.postMessage((await perform(name, input)).result);
} else {
  const query = new URLSearchParams(location.search);
  globalThis.done = perform(query.get('run'), JSON.parse(query.get('input')));
}
