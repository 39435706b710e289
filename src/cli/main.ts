#!/usr/bin/env node
import process from 'node:process';
import { run } from './run.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

// No top-level await: a CommonJS build has none.
run(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  stopped: stop.signal,
}).then((code) => {
  process.exitCode = code;
});
