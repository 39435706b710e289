/** What the loopback server answers with, and what is posted to it. */

const text = 'Speed is a feature, but only when nothing is lost on the way. '.repeat(8);

/** A post of about 1 kB, as the service's document shows it. */
export function post(id: string) {
  return {
    id,
    workspaceId: 'ws_01JD0000000000000000000001',
    socialSetId: 'set_01JD0000000000000000000001',
    status: 'scheduled',
    title: 'API Post',
    text,
    scheduledAt: '2030-01-01T09:00:00.000Z',
    media: [],
    mediaRefs: ['media/ws_01JD/picture-1.png'],
    mediaMetadata: [{ altText: 'A chart of the figures' }],
    xPostId: null,
    publishTargets: [
      { socialAccountId: 'acc_x_1', platform: 'x', status: 'pending' },
      { socialAccountId: 'acc_linkedin_1', platform: 'linkedin', status: 'pending' },
    ],
    createdAt: '2026-11-01T09:00:00.000Z',
    updatedAt: '2026-11-01T09:00:00.000Z',
  };
}

/** The params of a post like that. */
export function postParams(words: string = text) {
  return {
    mode: 'scheduled' as const,
    scheduledAt: '2030-01-01T09:00:00.000Z',
    socialSetId: 'set_01JD0000000000000000000001',
    publishTargets: [
      { socialAccountId: 'acc_x_1', platform: 'x' as const },
      { socialAccountId: 'acc_linkedin_1', platform: 'linkedin' as const },
    ],
    text: words,
    mediaRefs: ['media/ws_01JD/picture-1.png'],
    mediaMetadata: [{ altText: 'A chart of the figures' }],
  };
}

/**
 * One page of a list, in the shape of every contender at once: a cursor for some, the last id and
 * `has_more` for others. (Octokit reads the `Link` header, and a bare array.)
 */
export function page(number: number, pages: number, size: number) {
  const data = Array.from({ length: size }, (_, index) => post(`${number}-${index}`));
  const more = number + 1 < pages;
  return {
    object: 'list',
    url: '/v1/customers',
    data,
    has_more: more,
    first_id: data[0]?.id,
    last_id: data.at(-1)?.id,
    pagination: { nextCursor: more ? `${number + 1}-0` : null },
    requestId: 'req_01JD0000000000000000000001',
  };
}

export const answer = {
  data: post('post_01JD0000000000000000000001'),
  requestId: 'req_01JD0000000000000000000001',
};
