import type { SocialPublishing } from '../../src/index.ts';
import { draft } from '../support/fixtures.ts';

/** One documented rule: a call that takes a value, values at the good edge, and bad ones with what is said of them. */
export interface CheckRow {
  readonly rule: string;
  readonly call: (client: SocialPublishing, value: never) => PromiseLike<unknown>;
  readonly good: readonly unknown[];
  /** A value, then each issue as `path: message`. */
  readonly bad: readonly (readonly [value: unknown, ...issues: string[]])[];
}

export type Call = CheckRow['call'];

/** What only a caller without types can pass. */
export const untyped = (fields: object) => fields as never;

export const createPost: Call = (client, fields) =>
  client.posts.create(untyped({ ...draft, ...(fields as object) }));
export const updatePost: Call = (client, fields) => client.posts.update('post_1', fields);
export const createIdea: Call = (client, fields) =>
  client.ideas.create(untyped({ socialSetId: 'set_1', content: 'A cat', ...(fields as object) }));
export const updateIdea: Call = (client, fields) => client.ideas.update('idea_1', fields);
export const createFolder: Call = (client, fields) =>
  client.folders.create(untyped({ socialSetId: 'set_1', name: 'Spring', ...(fields as object) }));
export const updateFolder: Call = (client, fields) => client.folders.update('folder_1', fields);
export const register: Call = (client, fields) =>
  client.mediaAssets.register(
    untyped({
      socialSetId: 'set_1',
      bucketId: 'b',
      objectPath: 'o',
      mediaType: 'image',
      ...(fields as object),
    }),
  );

export const field =
  (call: Call, name: string): Call =>
  (client, value) =>
    call(client, untyped({ [name]: value }));

export const target = { socialAccountId: 'acc_1', platform: 'x' };
const targetField =
  (call: Call, name: string): Call =>
  (client, value) =>
    call(client, untyped({ publishTargets: [target, { ...target, [name]: value }] }));

/** A text of that many code points, of which each is two UTF-16 units. */
export const emoji = (count: number) => '😀'.repeat(count);

const texts = (rule: string, call: Call, path: string, max: number): CheckRow => ({
  rule: `${rule} has at most ${max} code points`,
  call,
  good: ['', 'a'.repeat(max), emoji(max), `${'a'.repeat(max - 1)}😀`],
  bad: ['a'.repeat(max + 1), emoji(max + 1), `${emoji(max)}a`].map((text) => [
    text,
    `${path}: must have at most ${max} characters (got ${max + 1})`,
  ]),
});

const altText =
  (call: Call): Call =>
  (client, text) =>
    call(client, untyped({ mediaRefs: ['b/1.png', 'b/2.png'], mediaMetadata: [{}, { altText: text }] }));

const targetAltText: Call = (client, text) =>
  createPost(
    client,
    untyped({
      mediaRefs: ['b/1.png'],
      publishTargets: [{ ...target, mediaRefs: ['b/1.png'], mediaMetadata: [{ altText: text }] }],
    }),
  );

export const lengths: readonly CheckRow[] = [
  texts('the title of a new idea', field(createIdea, 'title'), 'title', 160),
  texts('the title of an idea', field(updateIdea, 'title'), 'title', 160),
  texts('the content of a new idea', field(createIdea, 'content'), 'content', 5000),
  texts('the content of an idea', field(updateIdea, 'content'), 'content', 5000),
  texts('the name of a new folder', field(createFolder, 'name'), 'name', 120),
  texts('the name of a folder', field(updateFolder, 'name'), 'name', 120),
  texts("the alt text of a new post's media", altText(createPost), 'mediaMetadata[1].altText', 1000),
  texts("the alt text of a post's media", altText(updatePost), 'mediaMetadata[1].altText', 1000),
  texts(
    "the alt text of a target's media",
    targetAltText,
    'publishTargets[0].mediaMetadata[0].altText',
    1000,
  ),
  texts('the alt text of an asset', field(register, 'altText'), 'altText', 1000),
  {
    rule: 'an idempotency key has 1 to 255 visible ASCII characters',
    call: (client, idempotencyKey) => client.posts.create(draft, { idempotencyKey }),
    good: ['k', 'k'.repeat(255), '!~', undefined],
    bad: ['', 'k'.repeat(256), 'a b', 'schlüssel', 'a\n', null, 1].map((key) => [
      key,
      'idempotencyKey: must be 1 to 255 visible ASCII characters',
    ]),
  },
];

const integers = (rule: string, call: Call, path: string, min: number, max?: number): CheckRow => ({
  rule: `${rule} is an integer from ${min}${max === undefined ? '' : ` to ${max}`}`,
  call,
  good: [min, max ?? 2 ** 31],
  bad: [
    [min - 1, `${path}: must be at least ${min} (got ${min - 1})`],
    ...(max === undefined ? [] : [[max + 1, `${path}: must be at most ${max} (got ${max + 1})`] as const]),
    [min + 0.5, `${path}: must be an integer (got ${min + 0.5})`],
    ['10', `${path}: must be a number (got '10')`],
    [null, `${path}: must be a number (got null)`],
    [Number.NaN, `${path}: must be a number (got NaN)`],
  ],
});

const lists = [
  'posts',
  'ideas',
  'folders',
  'mediaAssets',
  'accounts',
  'platforms',
  'socialSets',
  'workspaces',
] as const;

export const numbers: readonly CheckRow[] = [
  integers('the order of a new folder', field(createFolder, 'order'), 'order', 0),
  integers('the order of a folder', field(updateFolder, 'order'), 'order', 0),
  integers('the size of an asset', field(register, 'sizeBytes'), 'sizeBytes', 0),
  ...lists.map((name) =>
    integers(
      `the limit of ${name}.list`,
      (client, limit) => client[name].list({ limit }).then(),
      'limit',
      1,
      100,
    ),
  ),
];

const closed = (rule: string, call: Call, path: string, values: readonly string[]): CheckRow => {
  const said = `${path}: must be one of ${values.map((value) => `'${value}'`).join(', ')}`;
  return {
    rule: `${rule} is one of the documented ones`,
    call,
    good: values,
    bad: [
      ['telepathic', `${said} (got 'telepathic')`],
      [values[0]?.toUpperCase(), `${said} (got '${values[0]?.toUpperCase()}')`],
      ['', `${said} (got '')`],
      [1, `${said} (got 1)`],
    ],
  };
};

const platforms = ['x', 'linkedin', 'threads'];
const folderColors = ['blue', 'green', 'lime', 'yellow', 'orange', 'red', 'purple', 'black', 'gray'];

export const enumerations: readonly CheckRow[] = [
  closed(
    'the mode of a new post',
    (client, mode) =>
      createPost(
        client,
        untyped({ mode, ...(mode === 'scheduled' ? { scheduledAt: '2027-01-01T00:00Z' } : {}) }),
      ),
    'mode',
    ['draft', 'scheduled', 'publish_now'],
  ),
  closed(
    "a new post's platform",
    targetField(createPost, 'platform'),
    'publishTargets[1].platform',
    platforms,
  ),
  closed("a post's platform", targetField(updatePost, 'platform'), 'publishTargets[1].platform', platforms),
  closed('the status to set', field(updatePost, 'status'), 'status', [
    'draft_unscheduled',
    'draft_scheduled',
    'scheduled',
  ]),
  closed('the status to list', (client, status) => client.posts.list({ status }).then(), 'status', [
    'draft_unscheduled',
    'draft_scheduled',
    'scheduled',
    'processing',
    'pushed',
    'failed',
    'canceled',
  ]),
  closed('the color of an idea', field(updateIdea, 'themeColor'), 'themeColor', [
    'blue',
    'green',
    'amber',
    'orange',
    'red',
    'purple',
  ]),
  closed('the color of a new folder', field(createFolder, 'color'), 'color', folderColors),
  closed('the color of a folder', field(updateFolder, 'color'), 'color', folderColors),
  closed('what a folder is deleted with', (client, mode) => client.folders.delete('f', { mode }), 'mode', [
    'folder-only',
    'with-ideas',
  ]),
  closed('the kind of an asset', field(register, 'mediaType'), 'mediaType', ['image', 'gif']),
];
