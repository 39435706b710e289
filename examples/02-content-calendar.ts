/**
 * A content calendar from a CSV file, scheduled in one go. The run is broken off half-way and started again:
 * it goes on where it stopped, and no post is made twice.
 * Run it with `npm run example -- 02`, or with a file of yours: `npm run example -- 02 my-calendar.csv`.
 * On the real service it cancels and deletes what it scheduled.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreatePostParams } from 'social-publishing';
import { fileJournal } from 'social-publishing/node';
import { openService } from './service.ts';

const { client, sandbox, socialSetId, publishTargets, close } = await openService();

// The dates lie far away so that this example never goes out of date. Each carries its offset: a time without
// one is refused, for it is how posts go out an hour late.
const file = process.argv[2] ?? join(import.meta.dirname, 'data', 'calendar.csv');
const rows = parseCsv(await readFile(file, 'utf8'));

const items = rows.map((row): CreatePostParams => {
  const { goes_out_at = '', platforms = '', text = '', text_for_x } = row;
  const wanted = platforms.split(' ');
  return {
    mode: 'scheduled',
    scheduledAt: goes_out_at,
    socialSetId,
    text,
    publishTargets: publishTargets
      .filter(({ platform }) => wanted.includes(platform))
      .map((target) =>
        target.platform === 'x' && text_for_x ? { ...target, textOverride: text_for_x } : target,
      ),
  };
});

// Yours would lie beside the calendar; delete it when the job is done.
const folder = await mkdtemp(join(tmpdir(), 'calendar-'));
const journal = () => fileJournal(join(folder, 'calendar.ndjson'));

// A row is itself by its id, whatever its text says today: a corrected text is reported, not posted a second time.
const identity = (_item: CreatePostParams, index: number) => `calendar/${rows[index]?.['id']}`;

console.log(`${items.length} posts to schedule. The first run is broken off after five:`);
const enough = new AbortController();
const broken = client.posts.createMany(items, {
  identity,
  journal: journal(),
  concurrency: 1,
  signal: enough.signal,
  onProgress: ({ done, total, etaMs }) => {
    console.log(`  ${done} of ${total}, ${Math.ceil(etaMs / 1000)} s to go`);
    if (done === 5) enough.abort(new Error('the machine went down'));
  },
});
await assert.rejects(broken, { name: 'APIUserAbortError' });

console.log('\nStarted again, with the same file and the same journal:');
const results = await client.posts.createMany(items, { identity, journal: journal() });
for (const result of results) {
  const id = rows[result.index]?.['id'];
  if (result.status === 'created') {
    console.log(`  ${id} ${result.resumed ? 'was there' : 'scheduled'} for ${result.post.scheduledAt}`);
  } else {
    console.log(`  ${id} ${result.status}: ${result.error.message}`);
  }
}

assert(results.every(({ status }) => status === 'created'));
assert.equal(results.filter((result) => result.status === 'created' && result.resumed).length, 5);
if (sandbox) {
  const scheduled = await client.posts.list({ status: 'scheduled' }).toArray({ max: 100 });
  assert.equal(scheduled.length, items.length, 'each once');
  console.log(`\n${scheduled.length} posts are scheduled, each once.`);
} else {
  for (const result of results) {
    if (result.status !== 'created') continue;
    await client.posts.cancel(result.post.id);
    await client.posts.delete(result.post.id);
  }
  console.log('\nCanceled and deleted again.');
}

await rm(folder, { recursive: true });
await close();

/** Reads CSV as spreadsheets write it: quoted fields may hold commas, line breaks and doubled quotes. */
function parseCsv(text: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end !== ',') lines.push([]);
  }
  const [names = [], ...records] = lines.filter((fields) => fields.length > 1);
  return records.map((fields) => Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ''])));
}
