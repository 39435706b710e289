/** One thing wrong with a request: where, and what would be right. */
export interface Finding {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What a rule needs to know besides the params. */
export interface RuleContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** How far in the past a time may be before it is refused: another clock than ours decides. */
  readonly clockTolerance: number;
}

/** How far in the past the client takes a time: another clock than its own decides. */
export const clockTolerance = 5 * 60_000;

type Fields = Readonly<Record<string, unknown>>;

/** A rule of the document that looks at more than one field. It must bear fields of any type. */
export type Rule = (params: Fields, context: RuleContext) => Finding[];

const maxXMedia = 4;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stringsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

/** The targets that can be looked at, each with its position. */
function targetsOf(params: Fields): { target: Fields; at: readonly (string | number)[] }[] {
  const targets = params['publishTargets'];
  if (!Array.isArray(targets)) return [];
  return targets.flatMap((target: unknown, index) =>
    isFields(target) ? [{ target, at: ['publishTargets', index] }] : [],
  );
}

/** A PATCH that says nothing of the shared media leaves them as they are: then nobody here knows them. */
function sharedMediaOf(params: Fields): string[] | undefined {
  if (params['mediaRefs'] !== undefined) return stringsOf(params['mediaRefs']);
  // A new post alone names its Social Set and its mode; one of them may have been forgotten.
  return 'mode' in params || 'socialSetId' in params ? [] : undefined;
}

/** Has at least one field that says something. */
export const atLeastOneField: Rule = (params) =>
  Object.values(params).some((value) => value !== undefined)
    ? []
    : [{ path: [], message: 'must have at least one field to change' }];

/** A post's mode and its `scheduledAt` belong together. */
export const scheduleFitsMode: Rule = ({ mode, scheduledAt }) => {
  // What is no time, such as null, is for the schema to refuse.
  if (mode === 'scheduled' && scheduledAt === undefined)
    return [{ path: ['scheduledAt'], message: "is required when mode is 'scheduled'" }];
  if (mode === 'publish_now' && scheduledAt !== undefined)
    return [{ path: ['scheduledAt'], message: "must be left out when mode is 'publish_now'" }];
  return [];
};

/** A schedule lies in the future. */
export const notInThePast: Rule = ({ scheduledAt }, { now, clockTolerance }) => {
  if (typeof scheduledAt !== 'string') return [];
  const time = Date.parse(scheduledAt);
  return time <= now - clockTolerance
    ? [{ path: ['scheduledAt'], message: `must be in the future, and ${scheduledAt} is past` }]
    : [];
};

// Only what has a scheme or starts with `www.`: a bare `node.js` is no URL, nor is `http://` alone. A scheme may follow a letter of a
// script that has no spaces between words; what follows `me@` is the host of an e-mail address.
const url = /(?:(?<![a-z0-9_])https?:\/\/(?=[^\s"'`<>(),.;])|(?<![\p{L}\p{N}_]@?)www\.(?=[\p{L}\p{N}]))\S*/iu;

/** URLs are not allowed in the text of a post. */
export const withoutUrls: Rule = (params) => {
  const find = (text: unknown, path: readonly (string | number)[]): Finding[] => {
    const match = typeof text === 'string' ? url.exec(text) : null;
    if (!match) return [];
    const found = match[0].length > 60 ? `${match[0].slice(0, 60)}…` : match[0];
    return [{ path, message: `must not contain a URL (found '${found}')` }];
  };
  return [
    ...find(params['text'], ['text']),
    ...targetsOf(params).flatMap(({ target, at }) => find(target['textOverride'], [...at, 'textOverride'])),
  ];
};

/** A target's media are among the post's. */
export const targetMediaIsShared: Rule = (params) => {
  const shared = sharedMediaOf(params);
  if (!shared) return [];
  return targetsOf(params).flatMap(({ target, at }) =>
    (stringsOf(target['mediaRefs']) ?? []).flatMap((ref, index) =>
      shared.includes(ref)
        ? []
        : [{ path: [...at, 'mediaRefs', index], message: "must be one of the post's own mediaRefs" }],
    ),
  );
};

/** Metadata goes with a medium each. */
export const metadataFitsMedia: Rule = (params) => {
  const shared = sharedMediaOf(params);
  const check = (
    metadata: unknown,
    refs: string[] | undefined,
    at: readonly (string | number)[],
  ): Finding[] =>
    Array.isArray(metadata) && refs && metadata.length > refs.length
      ? [
          {
            path: [...at, 'mediaMetadata'],
            message: `must not be longer than mediaRefs (${metadata.length} items for ${refs.length} media)`,
          },
        ]
      : [];
  return [
    ...check(params['mediaMetadata'], shared, []),
    ...targetsOf(params).flatMap(({ target, at }) =>
      check(target['mediaMetadata'], stringsOf(target['mediaRefs']) ?? shared, at),
    ),
  ];
};

/** Whether a reference shows that it is a GIF. One that shows nothing may be anything. */
function showsGif(ref: string): boolean {
  return /\.gif$/i.test(ref.replace(/[?#].*$/s, ''));
}

/** What a platform takes, as far as the references show it. */
const platformMediaRules: Readonly<Record<string, (refs: readonly string[]) => string | undefined>> = {
  x: (refs) => {
    if (refs.length > maxXMedia) return `up to ${maxXMedia} images or one GIF, not ${refs.length} media`;
    if (refs.length > 1 && refs.some(showsGif)) return 'one GIF alone, not mixed with other media';
    return undefined;
  },
  threads: (refs) => (refs.some(showsGif) ? 'no GIF' : undefined),
};

/** Each target's media suit its platform: its own media, else the shared ones. */
export const platformMedia: Rule = (params) =>
  targetsOf(params).flatMap(({ target, at }) => {
    const own = stringsOf(target['mediaRefs']);
    const refs = own ?? sharedMediaOf(params);
    const platform = target['platform'];
    if (!refs || typeof platform !== 'string' || !Object.hasOwn(platformMediaRules, platform)) return [];
    const message = platformMediaRules[platform]?.(refs);
    if (!message) return [];
    return [
      {
        path: own ? [...at, 'mediaRefs'] : ['mediaRefs'],
        message: `must suit ${platform}: ${message} (${pathOf(at)})`,
      },
    ];
  });

/** A path as people write it: `publishTargets[1].platform`. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}
