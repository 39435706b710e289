import type { Suite } from '../tables.ts';
import { bundle } from './bundle.ts';
import { coldStart } from './cold-start.ts';
import { install } from './install.ts';
import { limits } from './limits.ts';
import { live } from './live.ts';
import { ownCpu } from './own-cpu.ts';
import { pages } from './pages.ts';
import { types } from './types.ts';
import { upload } from './upload.ts';

/** Every suite, by the name that `--suite` takes, in the order of the report. */
export const suites: Readonly<Record<string, Suite>> = {
  'own-cpu': ownCpu,
  live,
  pages,
  'cold-start': coldStart,
  bundle,
  install,
  types,
  limits,
  upload,
};
