import { scenarios } from '../uploads/scenarios.ts';
import { World } from '../uploads/world.ts';

/** What the test calls in the page: gives the trace of what went wrong, if anything did. */
export type RunScenario = (title: string, storageOrigin: string) => Promise<string | undefined>;

const runScenario: RunScenario = async (title, storageOrigin) => {
  // Back-offs take no time: their jitter is nothing.
  Math.random = () => 0;
  try {
    const run = scenarios[title];
    if (!run) throw new Error(`no scenario '${title}'`);
    await run(new World(storageOrigin), true);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.stack}\n${JSON.stringify(error)}` : String(error);
  }
};

Object.assign(globalThis, { runScenario });
