import type { SocialPublishing } from '../../src/index.ts';
import { type Call, type CheckRow, createPost as create, updatePost as update } from './check-rows.ts';

/** When the rows of this file are walked. */
export const now = '2026-11-21T09:00:00.000Z';

const at = (offset: number) => new Date(Date.parse(now) + offset).toISOString();
const minute = 60_000;

const notATime = (got: string) =>
  `scheduledAt: must be an ISO 8601 time that carries Z or an offset, such as 2026-12-01T09:00:00Z (got ${got})`;
const noTime = (value: string) => notATime(`'${value}'`);

/** What is no time, whichever call takes it. */
const badTimes = [
  '2026-12-01T09:00:00',
  '2026-12-01',
  '2026-12-01 09:00:00Z',
  '2027-02-29T09:00:00Z',
  '2027-02-30T09:00:00+01:00',
  '2026-13-01T09:00:00Z',
  '2026-12-01T25:00:00Z',
  'tomorrow',
  '',
].map((time) => [time, noTime(time)] as const);

const past = (time: string) => `scheduledAt: must be in the future, and ${time} is past`;

const goodTimes = [
  '2026-12-01T09:00Z',
  '2026-12-01T09:00:00.5Z',
  '2026-12-01T09:00:00+01:00',
  '2028-02-29T09:00:00Z',
  new Date('2026-12-01T09:00:00Z'),
  { epochMilliseconds: Date.parse('2026-12-01T09:00:00Z') },
  // The service's clock may be behind ours.
  at(0),
  at(-4 * minute),
  at(-5 * minute + 1),
];

const scheduled: Call = (client, scheduledAt) => create(client, { mode: 'scheduled', scheduledAt } as never); // untyped callers exist
const moved: Call = (client, scheduledAt) => update(client, { scheduledAt } as never); // as above

export const schedules: readonly CheckRow[] = [
  ...[scheduled, moved].map(
    (call): CheckRow => ({
      rule: `the time of a ${call === scheduled ? 'new ' : ''}post names one moment, which is not clearly past`,
      call,
      good: goodTimes,
      bad: [
        ...badTimes,
        [new Date(Number.NaN), noTime('Invalid Date')],
        [{ epochMilliseconds: Number.NaN }, noTime('Invalid Date')],
        [at(-5 * minute - 1), past(at(-5 * minute - 1))],
        ['2026-11-21T09:30:00+01:00', past('2026-11-21T08:30:00.000Z')],
        [new Date('1999-12-31T00:00:00Z'), past('1999-12-31T00:00:00.000Z')],
        [{ epochMilliseconds: 0 }, past('1970-01-01T00:00:00.000Z')],
      ],
    }),
  ),
  {
    rule: 'a scheduled post has a time',
    call: scheduled,
    good: [at(minute)],
    bad: [
      [undefined, "scheduledAt: is required when mode is 'scheduled'"],
      [null, notATime('null')],
      [1_796_115_600, notATime('1796115600')],
      [{ epochMilliseconds: '0' }, notATime('an object')],
    ],
  },
  {
    rule: 'a post that goes out at once has none',
    call: (client, scheduledAt) => create(client, { mode: 'publish_now', scheduledAt } as never), // as above
    good: [undefined],
    bad: [[at(minute), "scheduledAt: must be left out when mode is 'publish_now'"]],
  },
  {
    rule: 'a draft may have a time',
    call: (client, scheduledAt) => create(client, { mode: 'draft', scheduledAt } as never), // as above
    good: [undefined, at(minute)],
    bad: [[at(-6 * minute), past(at(-6 * minute))]],
  },
];

const plainTexts = [
  '',
  'node.js',
  '3.5',
  'e.g. a cat',
  'me@example.com',
  'me@www-thing.com',
  'me@www.example.com',
  'awww.cute',
  'so www. Really',
  'http and https: the protocols',
  'a link starts with https:// or "http://".',
  'ftp://x',
];

/** A text, and what of it is named. */
const urls = [
  ['https://x', 'https://x'],
  ['see http://x now', 'http://x'],
  ['HTTPS://X.EXAMPLE', 'HTTPS://X.EXAMPLE'],
  ['(https://x.example)', 'https://x.example)'],
  ['read:https://x.example', 'https://x.example'],
  ['ここhttps://x.example', 'https://x.example'],
  ['www.example.com', 'www.example.com'],
  ['(www.example.com)', 'www.example.com)'],
  ['two lines\nWww.example.com', 'Www.example.com'],
  [`https://${'x'.repeat(60)}`, `https://${'x'.repeat(52)}…`],
] as const;

const noUrl = (call: Call, path: string): CheckRow => ({
  rule: `the ${path} of a ${call === update ? '' : 'new '}post has no URL`,
  call: (client, text) => {
    const target = { socialAccountId: 'acc_1', platform: 'x' };
    const fields =
      path === 'text' ? { text } : { publishTargets: [target, { ...target, textOverride: text }] };
    return call(client, fields as never); // as above
  },
  good: plainTexts,
  bad: urls.map(([text, found]) => [
    text,
    `${path === 'text' ? path : `publishTargets[1].${path}`}: must not contain a URL (found '${found}')`,
  ]),
});

export const urlRows: readonly CheckRow[] = [create, update].flatMap((call) => [
  noUrl(call, 'text'),
  noUrl(call, 'textOverride'),
]);

const images = (count: number) => Array.from({ length: count }, (_, index) => `b/${index}.png`);
const targets = (...list: readonly (readonly [platform: string, mediaRefs?: readonly string[]])[]) =>
  list.map(([platform, mediaRefs]) => ({
    socialAccountId: `acc_${platform}`,
    platform,
    ...(mediaRefs ? { mediaRefs } : {}),
  }));
const to = (platform: string, mediaRefs: readonly string[]) => ({
  mediaRefs,
  publishTargets: targets([platform]),
});

const onX = 'publishTargets[0]';
const tooMany = (path: string, count: number, target = onX) =>
  `${path}: must suit x: up to 4 images or one GIF, not ${count} media (${target})`;
const mixed = `mediaRefs: must suit x: one GIF alone, not mixed with other media (${onX})`;
const noGif = (path: string, target: string) => `${path}: must suit threads: no GIF (${target})`;

const mediaRows = (call: (client: SocialPublishing, fields: never) => PromiseLike<unknown>): CheckRow[] => [
  {
    rule: "a target's media are among the post's",
    call,
    good: [
      { mediaRefs: images(2), publishTargets: targets(['x', ['b/1.png']], ['threads', []]) },
      { mediaRefs: images(2), publishTargets: targets(['x', ['b/1.png', 'b/0.png']]) },
    ],
    bad: [
      [
        { mediaRefs: images(1), publishTargets: targets(['x'], ['threads', ['b/0.png', 'b/9.png']]) },
        "publishTargets[1].mediaRefs[1]: must be one of the post's own mediaRefs",
      ],
      [
        { mediaRefs: [], publishTargets: targets(['x', ['b/0.png']]) },
        "publishTargets[0].mediaRefs[0]: must be one of the post's own mediaRefs",
      ],
    ],
  },
  {
    rule: 'mediaMetadata is no longer than mediaRefs',
    call,
    good: [
      { mediaRefs: images(2), mediaMetadata: [{}] },
      { mediaRefs: images(2), mediaMetadata: [{ altText: 'a' }, { focus: 'b' }] },
      {
        mediaRefs: images(2),
        publishTargets: [{ ...targets(['x', ['b/1.png']])[0], mediaMetadata: [{ altText: 'a' }] }],
      },
    ],
    bad: [
      [
        { mediaRefs: images(1), mediaMetadata: [{}, {}] },
        'mediaMetadata: must not be longer than mediaRefs (2 items for 1 media)',
      ],
      [
        {
          mediaRefs: images(2),
          publishTargets: [{ ...targets(['x', ['b/1.png']])[0], mediaMetadata: [{}, {}] }],
        },
        'publishTargets[0].mediaMetadata: must not be longer than mediaRefs (2 items for 1 media)',
      ],
    ],
  },
  {
    rule: 'x takes up to four images or one GIF alone, as far as the references show it',
    call,
    good: [
      to('x', images(4)),
      to('x', ['b/a.gif']),
      // Nothing shows what this is.
      to('x', ['b/1', 'b/2', 'b/gif', 'b/a.gift']),
      // The target has its own media, so the shared ones are none of its concern.
      {
        mediaRefs: [...images(4), 'b/a.gif'],
        publishTargets: targets(['x', images(4)], ['x', ['b/a.gif']], ['linkedin']),
      },
    ],
    bad: [
      [to('x', images(5)), tooMany('mediaRefs', 5)],
      [to('x', ['b/a.gif', 'b/0.png']), mixed],
      [to('x', ['b/clip.mp4', 'b/a.gif']), mixed],
      [to('x', ['b/a.gif', 'b/b.gif']), mixed],
      [to('x', ['b/0.png', 'https://storage.example/a.GIF?token=1#top']), mixed],
      [
        { mediaRefs: images(6), publishTargets: targets(['linkedin'], ['x', images(5)]) },
        tooMany('publishTargets[1].mediaRefs', 5, 'publishTargets[1]'),
      ],
    ],
  },
  {
    rule: 'threads takes no GIF, as far as the references show it',
    call,
    good: [to('threads', images(12)), to('threads', ['b/clip.mp4', 'b/gif', 'b/x?name=a.gif'])],
    bad: [
      [to('threads', ['b/a.gif']), noGif('mediaRefs', 'publishTargets[0]')],
      [to('threads', ['https://storage.example/a.GIF?x=1']), noGif('mediaRefs', 'publishTargets[0]')],
      [
        { mediaRefs: ['b/a.gif'], publishTargets: targets(['linkedin'], ['threads', ['b/a.gif']]) },
        noGif('publishTargets[1].mediaRefs', 'publishTargets[1]'),
      ],
    ],
  },
  {
    rule: 'linkedin takes whatever the references show',
    call,
    good: [to('linkedin', images(20)), to('linkedin', ['b/a.gif', 'b/0.png', 'b/clip.mp4'])],
    bad: [],
  },
];

export const media: readonly CheckRow[] = [
  ...mediaRows(create),
  ...mediaRows(update).map((row) => ({ ...row, rule: `${row.rule} (update)` })),
  {
    rule: 'a new post without media has none for its targets either',
    call: create,
    good: [{ publishTargets: targets(['x', []]) }],
    bad: [
      [
        { publishTargets: targets(['x', ['b/0.png']]) },
        "publishTargets[0].mediaRefs[0]: must be one of the post's own mediaRefs",
      ],
      [{ mediaMetadata: [{}] }, 'mediaMetadata: must not be longer than mediaRefs (1 items for 0 media)'],
    ],
  },
  {
    rule: 'a new post whose mode was forgotten is a new post',
    call: (client, params) => client.posts.create(params),
    good: [],
    bad: [
      [
        { socialSetId: 'set_1', text: '', publishTargets: targets(['x']), mediaMetadata: [{}] },
        "mode: is required: it must be one of 'draft', 'scheduled', 'publish_now'",
        'mediaMetadata: must not be longer than mediaRefs (1 items for 0 media)',
      ],
    ],
  },
  {
    rule: 'an update that says nothing of the shared media leaves them, and nobody here knows them',
    call: update,
    good: [{ publishTargets: targets(['x', ['b/0.png']]) }, { mediaMetadata: [{}, {}, {}, {}, {}] }],
    bad: [[{ publishTargets: targets(['threads', ['b/a.gif']]) }, noGif('publishTargets[0].mediaRefs', onX)]],
  },
];
