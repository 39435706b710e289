import type { Suite } from '../tables.ts';
import { live } from './live.ts';
import { ownCpu } from './own-cpu.ts';

/** Every suite, by the name that `--suite` takes, in the order of the report. */
export const suites: Readonly<Record<string, Suite>> = {
  'own-cpu': ownCpu,
  live,
};
