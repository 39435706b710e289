/**
 * From a note to a scheduled post: a folder of ideas, one of them made a draft, edited and scheduled.
 * Run it with `npm run example -- 04`. What it creates it cancels and deletes again.
 */
import assert from 'node:assert/strict';
import { openService } from './service.ts';

const { client, socialSetId, publishTargets, close } = await openService();

const folder = await client.folders.create({ socialSetId, name: 'Autumn', color: 'orange' });
console.log(`Folder "${folder.name}" (${folder.color}) comes at place ${folder.order}`);

const notes = ['Why we roast on Mondays', 'Meet the team: Ada', 'Pumpkin is back'];
const ideas = [];
for (const content of notes) {
  ideas.push(await client.ideas.create({ socialSetId, folderId: folder.id, content }));
}
console.log(`${ideas.length} ideas in it`);

const [roasting, , pumpkin] = ideas;
assert(roasting && pumpkin);

// `null` takes something away, an absent field stays as it is.
const updated = await client.ideas.update(pumpkin.id, {
  isPinned: true,
  themeColor: 'amber',
  folderId: null,
});
assert.equal(updated.content, 'Pumpkin is back');
assert.equal(updated.folderId, null);
console.log(`"${updated.content}" is pinned, ${updated.themeColor}, and out of its folder`);

const draft = await client.ideas.convertToPost(pumpkin.id);
assert.equal(draft.status, 'draft_unscheduled');
assert.equal(draft.sourceIdeaId, pumpkin.id);
console.log(`A draft was made of it: ${draft.id}`);

// An idea names no accounts: say with the schedule where the post goes.
const tomorrow = new Date(Date.now() + 86_400_000);
const scheduled = await client.posts.update(draft.id, {
  publishTargets,
  text: 'Pumpkin is back. Until November, or until it is gone.',
  scheduledAt: tomorrow,
  status: 'scheduled',
});
assert.equal(scheduled.status, 'scheduled');
console.log(`It goes out at ${scheduled.scheduledAt}, on ${scheduled.publishTargets.length} accounts`);

const children = await client.posts.list({ sourceIdeaId: pumpkin.id }).toArray({ max: 10 });
assert.deepEqual(
  children.map(({ id }) => id),
  [draft.id],
);
console.log(`Posts made of this idea: ${children.map(({ id }) => id).join(', ')}`);

await client.posts.cancel(draft.id);
await client.posts.delete(draft.id);
// The document shows no default, so say what becomes of the ideas inside.
await client.folders.delete(folder.id, { mode: 'folder-only' });
const unfiled = await client.ideas.get(roasting.id);
assert.equal(unfiled.folderId, null);
console.log(`The folder is gone, "${unfiled.content}" is still there`);

for (const { id } of ideas) await client.ideas.delete(id);
await close();
