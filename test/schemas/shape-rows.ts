import { draft } from '../support/fixtures.ts';
import {
  type Call,
  type CheckRow,
  createFolder,
  createIdea,
  createPost,
  field,
  register,
  target,
  untyped,
  updateFolder,
  updateIdea,
  updatePost,
} from './check-rows.ts';

const assets = (count: number) => Array.from({ length: count }, (_, index) => `asset_${index}`);

const atMost14 = (call: Call, rule: string): CheckRow => ({
  rule: `${rule} has at most 10 images and 4 GIFs: 14 media`,
  call: field(call, 'mediaAssetIds'),
  good: [[], assets(14)],
  bad: [[assets(15), 'mediaAssetIds: must have at most 14 items (got 15)']],
});

const noField = ': must have at least one field to change';
const update = (rule: string, call: Call, good: object): CheckRow => ({
  rule: `an update of ${rule} has at least one field`,
  call,
  good: [good],
  bad: [
    [{}, noField],
    [{ [Object.keys(good)[0] ?? '']: undefined }, noField],
  ],
});

const shape = (rule: string, call: Call, good: readonly unknown[]): CheckRow => ({
  rule: `the params of ${rule} are an object`,
  call,
  good,
  bad: [
    [null, ': must be an object (got null)'],
    ['x', ": must be an object (got 'x')"],
    [7, ': must be an object (got 7)'],
    [[], ': must be an object (got an array)'],
  ],
});

const strings = (name: string, call: Call, ...names: readonly string[]): CheckRow[] =>
  names.map((key) => ({
    rule: `${key} of ${name} is a string, not null`,
    call: field(call, key),
    good: ['some'],
    bad: [
      [null, `${key}: must be a string (got null)`],
      [5, `${key}: must be a string (got 5)`],
    ],
  }));

const flags = (name: string, call: Call): CheckRow => ({
  rule: `isPinned of ${name} is a boolean`,
  call: field(call, 'isPinned'),
  good: [true, false],
  bad: [
    ['yes', "isPinned: must be a boolean (got 'yes')"],
    [null, 'isPinned: must be a boolean (got null)'],
  ],
});

const nullables = (name: string, call: Call, ...names: readonly string[]): CheckRow[] =>
  names.map((key) => ({
    rule: `${key} of ${name} may be null`,
    call: field(call, key),
    good: [null],
    bad: [],
  }));

const fullRegistration = { socialSetId: 's', bucketId: 'b', objectPath: 'o', mediaType: 'gif' };

export const shapes: readonly CheckRow[] = [
  {
    rule: 'a new post has its required fields',
    call: (client, params) => client.posts.create(params),
    good: [draft],
    bad: [
      [
        {},
        'socialSetId: is required: it must be a string',
        'publishTargets: is required: it must be an array',
        'text: is required: it must be a string',
        "mode: is required: it must be one of 'draft', 'scheduled', 'publish_now'",
      ],
    ],
  },
  {
    rule: 'a target has its required fields',
    call: (client, one) => createPost(client, untyped({ publishTargets: [one] })),
    good: [target],
    bad: [
      [
        {},
        'publishTargets[0].socialAccountId: is required: it must be a string',
        "publishTargets[0].platform: is required: it must be one of 'x', 'linkedin', 'threads'",
      ],
      ['acc_1', "publishTargets[0]: must be an object (got 'acc_1')"],
      [null, 'publishTargets[0]: must be an object (got null)'],
    ],
  },
  {
    rule: 'a new idea has its required fields',
    call: (client, params) => client.ideas.create(params),
    good: [{ socialSetId: 's', content: 'c' }],
    bad: [[{}, 'socialSetId: is required: it must be a string', 'content: is required: it must be a string']],
  },
  {
    rule: 'a new folder has its required fields',
    call: (client, params) => client.folders.create(params),
    good: [{ socialSetId: 's', name: 'n' }],
    bad: [[{}, 'socialSetId: is required: it must be a string', 'name: is required: it must be a string']],
  },
  {
    rule: 'an upload URL has its required fields',
    call: (client, params) => client.mediaAssets.createUploadUrl(params),
    good: [{ socialSetId: 's', fileName: 'a.png', mimeType: 'image/png' }],
    bad: [
      [
        {},
        'socialSetId: is required: it must be a string',
        'fileName: is required: it must be a string',
        'mimeType: is required: it must be a string',
      ],
    ],
  },
  {
    rule: 'a registration has its required fields',
    call: (client, params) => client.mediaAssets.register(params),
    good: [fullRegistration],
    bad: [
      [
        {},
        'socialSetId: is required: it must be a string',
        'bucketId: is required: it must be a string',
        'objectPath: is required: it must be a string',
        "mediaType: is required: it must be one of 'image', 'gif'",
      ],
    ],
  },
  ...[createPost, updatePost].map(
    (call): CheckRow => ({
      rule: `a post goes to at least one target (${call === createPost ? 'create' : 'update'})`,
      call: field(call, 'publishTargets'),
      good: [[target]],
      bad: [
        [[], 'publishTargets: must have at least 1 item (got 0)'],
        [null, 'publishTargets: must be an array (got null)'],
        [target, 'publishTargets: must be an array (got an object)'],
      ],
    }),
  ),
  update('a post', updatePost, { title: 't' }),
  update('an idea', updateIdea, { title: null }),
  update('a folder', updateFolder, { order: 0 }),
  atMost14(createIdea, 'a new idea'),
  atMost14(updateIdea, 'an idea'),
  {
    rule: 'a converted idea takes any number of media: the document shows no limit',
    call: (client, mediaAssetIds) => client.ideas.convertToPost('i', { mediaAssetIds }),
    good: [[], assets(20)],
    bad: [['a', "mediaAssetIds: must be an array (got 'a')"]],
  },
  shape('posts.create', (client, params) => client.posts.create(params), [draft]),
  shape('posts.update', updatePost, [{ title: 't' }]),
  {
    rule: 'the query of posts.list is an object',
    call: (client, query) => client.posts.list(query).then(),
    good: [undefined, {}],
    bad: [
      [null, ': must be an object (got null)'],
      [[], ': must be an object (got an array)'],
      ['x', ": must be an object (got 'x')"],
    ],
  },
  shape('folders.delete', (client, params) => client.folders.delete('f', params), [undefined, {}]),
  shape('ideas.convertToPost', (client, params) => client.ideas.convertToPost('i', params), [undefined, {}]),
  ...strings('a new post', createPost, 'socialSetId', 'workspaceId', 'text', 'title'),
  ...strings('a post', updatePost, 'text', 'title'),
  ...strings('a new idea', createIdea, 'socialSetId', 'content', 'title', 'folderId'),
  ...strings('an idea', updateIdea, 'content'),
  ...strings('a folder', updateFolder, 'name'),
  ...strings('a registration', register, 'altText', 'mimeType'),
  ...strings(
    'a list',
    (client, query) => client.posts.list(query).then(),
    'cursor',
    'socialSetId',
    'sourceIdeaId',
  ),
  flags('a new idea', createIdea),
  flags('an idea', updateIdea),
  flags('a new folder', createFolder),
  flags('a folder', updateFolder),
  ...nullables('an idea', updateIdea, 'title', 'folderId', 'themeColor'),
  ...nullables('a post', updatePost, 'scheduledAt'),
];
