/**
 * Media in one call: an image with its progress, a GIF and an image together, alt text, and an idea and a post
 * that carry them. Run it with `npm run example -- 03`. What it creates it deletes again, but for the media:
 * only keys with the scope `media:delete` may.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { InvalidRequestError } from 'social-publishing';
import { fileFromPath } from 'social-publishing/node';
import { openService } from './service.ts';

const { client, socialSetId, publishTargets, sandbox, close } = await openService();
const media = (name: string) => join(import.meta.dirname, 'media', name);

// The file is read from the disk as it is sent. Its type is known by its first bytes.
const fractions: number[] = [];
const sunrise = await client.mediaAssets.upload({
  socialSetId,
  file: await fileFromPath(media('sunrise.png')),
  altText: 'The sun comes up behind two rows of hills',
  onProgress: ({ fraction }) => fractions.push(fraction),
});
assert.equal(sunrise.mimeType, 'image/png');
assert.equal(sunrise.mediaType, 'image');
assert.equal(fractions.at(-1), 1);
console.log(`${sunrise.objectPath}: ${sunrise.sizeBytes} bytes as ${sunrise.id}`);

// The key goes to the service, never to the storage.
assert(sandbox?.uploads.every(({ headers }) => !('authorization' in headers)) ?? true);

// Many at once: each settles for itself. What is no image is refused before anything is sent.
const results = await client.mediaAssets.uploadMany(
  [
    { socialSetId, file: await fileFromPath(media('bouncing-ball.gif')), altText: 'A red ball bounces' },
    { socialSetId, file: new TextEncoder().encode('<html>Not found</html>'), fileName: 'photo.png' },
  ],
  { onProgress: ({ fraction }) => process.stdout.write(` ${Math.round(fraction * 100)} %`) },
);
const [ball, page] = results;
assert(ball?.status === 'uploaded');
assert.equal(ball.asset.mediaType, 'gif');
assert(page?.status === 'failed' && page.error instanceof InvalidRequestError);
console.log(`\nThe GIF is ${ball.asset.id}; the page was refused: ${page.error.issues[0]?.message}`);

const idea = await client.ideas.create({
  socialSetId,
  content: 'Mornings at the roastery',
  mediaAssetIds: [sunrise.id, ball.asset.id],
});
console.log(`An idea with both: ${idea.id}`);

// A post refers to what is stored, with its alt text beside it.
const post = await client.posts.create({
  mode: 'draft',
  socialSetId,
  publishTargets,
  text: 'Good morning!',
  mediaRefs: [`${sunrise.bucketId}/${sunrise.objectPath}`],
  mediaMetadata: [{ altText: 'The sun comes up behind two rows of hills' }],
});
console.log(`A draft with the image: ${post.id}`);

await client.posts.delete(post.id);
await client.ideas.delete(idea.id);
await close();
