/** A page that composes and schedules posts. It holds no key: its client talks to the proxy. */
import { client } from './client.ts';
import { listenForPosts, offerAccounts } from './composer.ts';
import { announce, byId } from './elements.ts';
import { listenForImages } from './image-field.ts';
import { refresh, show } from './post-list.ts';

const clock = byId('clock', HTMLTimeElement);

function showClock({ now }: { now: string }): void {
  clock.dateTime = now;
  clock.textContent = new Date(now).toLocaleTimeString(undefined, { timeStyle: 'short' });
}

byId('skip', HTMLButtonElement).addEventListener('click', async () => {
  const answer = await fetch('/sandbox/skip-an-hour', { method: 'POST' });
  showClock(await answer.json());
  announce('An hour has passed.');
  await refresh();
});

try {
  const [{ data: socialSets }, accounts] = await Promise.all([
    client.socialSets.list({ limit: 1 }),
    client.accounts.list().toArray({ max: 100 }),
  ]);
  const [socialSet] = socialSets;
  if (!socialSet) throw new Error('This key opens no Social Set.');
  offerAccounts(accounts.filter((account) => account['socialSetId'] === socialSet.id));
  listenForImages(socialSet.id);
  listenForPosts(socialSet.id, show);
  await refresh();
  showClock(await (await fetch('/sandbox/clock')).json());
} catch (error) {
  announce(`The page cannot start: ${error instanceof Error ? error.message : String(error)}`);
}
