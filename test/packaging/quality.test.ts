import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, inject, it } from 'vitest';
import { documents, entries } from './published.ts';
import { run } from './run.ts';

it('has nothing that publint would say, suggestions included', async () => {
  const { messages, pkg } = await publint({
    pkgDir: `${inject('app')}/node_modules/social-publishing`,
    pack: false,
    strict: true,
    level: 'suggestion',
  });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

it('resolves with types from every entry point in every mode', async () => {
  // It ends with 1 when it finds something: then, too, it is the report that counts.
  const check = run('npx', ['attw', inject('tarball'), '--format', 'json']);
  const { stdout } = await check.catch((error: { stdout: string }) => error);
  const { analysis } = JSON.parse(stdout) as Report;
  expect(Object.keys(analysis.entrypoints).sort()).toEqual(
    [
      ...entries.map(({ specifier }) => specifier.replace('social-publishing', '.')),
      ...['package.json', ...documents].map((file) => `./${file}`),
    ].sort(),
  );
  expect(analysis.problems).toEqual([]);
});

/** The part of attw's report that is looked at. */
interface Report {
  readonly analysis: { readonly entrypoints: object; readonly problems: readonly object[] };
}
