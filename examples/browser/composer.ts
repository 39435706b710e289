import {
  type Account,
  type CreatePostParams,
  InvalidRequestError,
  type Platform,
  type Post,
  type PublishTargetParams,
  SocialPublishingError,
} from 'social-publishing';
import { client, platformNames } from './client.ts';
import { announce, byId, stamp, within } from './elements.ts';
import { clearImage, imageParams } from './image-field.ts';

const form = byId('composer', HTMLFormElement);
const accountChoices = byId('accounts', HTMLDivElement);
const overrides = byId('overrides', HTMLDivElement);
const problems = byId('problems', HTMLDivElement);
const text = byId('text', HTMLTextAreaElement);
const time = byId('time', HTMLInputElement);
const submit = byId('submit', HTMLButtonElement);

const submitLabels = { publish_now: 'Publish now', scheduled: 'Schedule', draft: 'Save draft' } as const;
type Mode = keyof typeof submitLabels;

const chosenMode = (): Mode => new FormData(form).get('mode') as Mode; // the page has these three

/** Offers the accounts of a Social Set, each with room for a text of its own. */
export function offerAccounts(accounts: readonly Account[]): void {
  accountChoices.replaceChildren(
    ...accounts.map((account, index) => {
      const choice = stamp('account-template', HTMLLabelElement);
      const box = within(choice, 'input', HTMLInputElement);
      const platform = String(account['platform']);
      box.value = account.id;
      box.dataset['platform'] = platform;
      box.checked = index === 0;
      box.addEventListener('change', showOverrides);
      within(choice, 'span', HTMLSpanElement).textContent = String(account['name'] ?? account.id);
      overrides.append(overrideFor(account.id, platformNames[platform] ?? platform));
      return choice;
    }),
  );
  accountChoices.setAttribute('aria-busy', 'false');
  showOverrides();
}

function overrideFor(accountId: string, platform: string): HTMLElement {
  const details = stamp('override-template', HTMLDetailsElement);
  details.dataset['account'] = accountId;
  within(details, 'summary', HTMLElement).textContent = `Another text for ${platform}`;
  within(details, 'label span', HTMLSpanElement).textContent = `Text for ${platform}`;
  within(details, 'textarea', HTMLTextAreaElement).id = `override-${accountId}`;
  return details;
}

function chosenAccounts(): HTMLInputElement[] {
  return [...accountChoices.querySelectorAll<HTMLInputElement>('input:checked')];
}

function showOverrides(): void {
  const chosen = new Set(chosenAccounts().map(({ value }) => value));
  for (const details of overrides.querySelectorAll<HTMLElement>('details'))
    details.hidden = !chosen.has(details.dataset['account'] ?? '');
}

function targets(): PublishTargetParams[] {
  return chosenAccounts().map(({ value: socialAccountId, dataset }) => {
    const own = byId(`override-${socialAccountId}`, HTMLTextAreaElement).value;
    return {
      socialAccountId,
      platform: dataset['platform'] as Platform, // what the service called it
      ...(own ? { textOverride: own } : {}),
    };
  });
}

async function params(socialSetId: string): Promise<CreatePostParams> {
  const content = { socialSetId, text: text.value, publishTargets: targets(), ...(await imageParams()) };
  const mode = chosenMode();
  // `datetime-local` means the time zone of whoever sits here, and so does this Date.
  return mode === 'scheduled'
    ? { ...content, mode, scheduledAt: new Date(time.value) }
    : { ...content, mode };
}

/** The controls that hold the params, by the names that the client's issues use. */
const controls: Readonly<Record<string, { id: string; label: string }>> = {
  text: { id: 'text', label: 'Text' },
  scheduledAt: { id: 'time', label: 'Time' },
  mediaRefs: { id: 'image', label: 'Image' },
};

/** Which control an issue is about, and what the page calls it. */
function controlFor(path: string): { control: HTMLElement | null; label: string } {
  const known = controls[path];
  if (known) return { control: document.getElementById(known.id), label: known.label };
  const account = chosenAccounts()[Number(/^publishTargets\[(\d+)\]/.exec(path)?.[1])];
  if (account && path.endsWith('.textOverride')) {
    const platform = account.dataset['platform'] ?? '';
    return {
      control: document.getElementById(`override-${account.value}`),
      label: `Text for ${platformNames[platform] ?? platform}`,
    };
  }
  return { control: account ?? accountChoices.querySelector('input'), label: path === '' ? '' : 'Where' };
}

function showProblems(issues: readonly { path: string; message: string }[]): void {
  within(problems, 'ul', HTMLUListElement).replaceChildren(
    ...issues.map(({ path, message }) => {
      const { control, label } = controlFor(path);
      const item = document.createElement('li');
      const link = document.createElement('button');
      link.type = 'button';
      link.className = 'link';
      link.textContent = label === '' ? message : `${label}: ${message}`;
      link.addEventListener('click', () => {
        control?.closest('details')?.setAttribute('open', '');
        control?.focus();
      });
      item.append(link);
      return item;
    }),
  );
  problems.hidden = issues.length === 0;
  if (issues.length > 0) problems.focus();
}

function reset(): void {
  text.value = '';
  for (const own of overrides.querySelectorAll('textarea')) own.value = '';
  for (const details of overrides.querySelectorAll('details')) details.open = false;
  clearImage();
  count();
}

function count(): void {
  byId('text-count', HTMLSpanElement).textContent = String([...text.value].length);
}

function adaptToMode(): void {
  const mode = chosenMode();
  byId('time-field', HTMLDivElement).hidden = mode !== 'scheduled';
  submit.textContent = submitLabels[mode];
}

/** Now plus a quarter of an hour, as `datetime-local` wants it. */
function soon(): string {
  const date = new Date(Date.now() + 15 * 60_000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Turns what is written into posts. */
export function listenForPosts(socialSetId: string, onCreated: (post: Post) => void): void {
  byId('zone', HTMLSpanElement).textContent = Intl.DateTimeFormat().resolvedOptions().timeZone;
  time.value = soon();
  text.addEventListener('input', count);
  for (const radio of form.querySelectorAll('input[name=mode]'))
    radio.addEventListener('change', adaptToMode);

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // Not `disabled`: the focus would be lost. And a second click must not make a second post.
    if (submit.getAttribute('aria-disabled') === 'true') return;
    submit.setAttribute('aria-disabled', 'true');
    showProblems([]);
    announce('Sending…');
    try {
      const post = await client.posts.create(await params(socialSetId));
      onCreated(post);
      reset();
      announce(post.status === 'scheduled' ? 'The post is on its way.' : 'The draft is saved.');
    } catch (error) {
      announce('');
      if (error instanceof InvalidRequestError) showProblems(error.issues);
      else
        showProblems([
          { path: '', message: error instanceof SocialPublishingError ? error.message : String(error) },
        ]);
    } finally {
      submit.setAttribute('aria-disabled', 'false');
    }
  });
}
