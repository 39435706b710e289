import { here, run } from '../processes.ts';
import type { Suite } from '../tables.ts';

/** One of the lines that upload-memory.ts prints: `way  1024 MB  120 MB  900 MB/s`. */
const line = /^(\S.*?)\s{2,}(\d+) MB\s+(\d+) MB\s+(\d+) MB\/s$/;

/** A file of 1 MB and one of 1 GB, and the memory that they take. */
export const upload: Suite = async ({ quick }) => {
  // It ends with an error when the memory grows with the file: here that is a finding like any other.
  const script = `${here}upload-memory.ts`;
  const program = `const { stdout } = require('node:child_process').spawnSync(process.execPath, process.argv.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] }); process.stdout.write(stdout);`;
  const { stdout } = await run(process.execPath, ['-e', program, script, quick ? '256' : '1024']);
  const rows = stdout.split('\n').flatMap((text) => {
    const [, way = '', size = '', peak = '', speed = ''] = line.exec(text.trim()) ?? [];
    return way === '' ? [] : [[way, size, peak, speed]];
  });
  if (rows.length === 0) throw new Error(`upload-memory.ts printed no figures:\n${stdout}`);
  return [
    {
      title: 'Upload',
      note: 'From the disk to a storage on loopback, each in a process of its own. Ours has the three steps (URL, bytes, registration) in it.',
      columns: ['client', 'file, MB', 'peak memory, MB', 'MB/s'],
      rows,
    },
  ];
};
