import type { Post } from 'social-publishing';
import { client, platformNames } from './client.ts';
import { announce, byId, short, stamp, within } from './elements.ts';
import { previewOf } from './image-field.ts';

const list = byId('posts', HTMLOListElement);
const stateNames: Readonly<Record<string, string>> = {
  draft_unscheduled: 'Draft',
  draft_scheduled: 'Draft with a time',
  scheduled: 'Scheduled',
  processing: 'Going out',
  pushed: 'Published',
  failed: 'Failed',
  canceled: 'Canceled',
};
const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const cards = new Map<string, HTMLLIElement>();
const watches = new Map<string, AbortController>();

/** Shows a post, and follows it until it is out. */
export function show(post: Post): void {
  const known = cards.get(post.id);
  const card = known ?? stamp('post-template', HTMLLIElement);
  if (!known) {
    cards.set(post.id, card);
    list.prepend(card);
    byId('no-posts', HTMLParagraphElement).hidden = true;
    cancelButton(card).addEventListener('click', () => cancel(post.id));
  }
  draw(card, post);
  follow(post);
}

/** Asks for everything anew: the clock was moved. */
export async function refresh(): Promise<void> {
  for (const watch of watches.values()) watch.abort();
  watches.clear();
  const { data: posts } = await client.posts.list({ limit: 20 });
  for (const post of posts.reverse()) show(post);
}

const cancelButton = (card: HTMLElement) => within(card, 'button', HTMLButtonElement);

function draw(card: HTMLElement, post: Post): void {
  card.dataset['post'] = post.id;
  const badge = within(card, '.badge', HTMLSpanElement);
  badge.textContent = stateNames[post.status] ?? post.status;
  badge.dataset['state'] = post.status;

  const time = within(card, 'time', HTMLTimeElement);
  const when = post.scheduledAt ?? post.createdAt;
  time.dateTime = when;
  time.textContent = times.format(new Date(when));
  within(card, '.post-text', HTMLParagraphElement).textContent = post.text;

  const image = within(card, 'img', HTMLImageElement);
  const [ref] = post.mediaRefs;
  const preview = ref === undefined ? undefined : previewOf(ref);
  image.hidden = preview === undefined;
  image.alt = post.mediaMetadata[0]?.altText ?? '';
  if (preview !== undefined && image.src !== preview) image.src = preview;

  within(card, '.targets', HTMLUListElement).replaceChildren(
    ...post.publishTargets.map(({ platform, status = 'pending' }) => {
      const item = document.createElement('li');
      item.dataset['state'] = status;
      item.textContent = `${platformNames[platform] ?? platform}: ${status}`;
      return item;
    }),
  );
  cancelButton(card).hidden = post.status !== 'scheduled';
  cancelButton(card).setAttribute('aria-label', `Cancel the post "${short(post.text)}"`);
}

function follow(post: Post): void {
  if (watches.has(post.id) || !['scheduled', 'processing'].includes(post.status)) return;
  const watch = new AbortController();
  watches.set(post.id, watch);
  client.posts
    .waitUntilSettled(post.id, {
      interval: 1_000,
      signal: watch.signal,
      onUpdate: (seen) => {
        const card = cards.get(seen.id);
        if (card) draw(card, seen);
      },
    })
    .then((settled) =>
      announce(`The post "${short(settled.text)}" is ${stateNames[settled.status]?.toLowerCase()}.`),
    )
    .catch((error: unknown) => {
      if (!watch.signal.aborted) announce(String(error));
    })
    .finally(() => {
      if (watches.get(post.id) === watch) watches.delete(post.id);
    });
}

async function cancel(id: string): Promise<void> {
  try {
    const canceled = await client.posts.cancel(id);
    show(canceled);
  } catch (error) {
    // It went out a moment ago, most likely.
    announce(String(error));
  }
  byId('posts-title', HTMLHeadingElement).focus();
}
