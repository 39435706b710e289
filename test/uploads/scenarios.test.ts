import { afterAll, beforeAll, beforeEach, describe, it, vi } from 'vitest';
import { scenarios } from './scenarios.ts';
import { StorageServer } from './storage-server.ts';
import { World } from './world.ts';

describe('uploads over HTTP', () => {
  const storage = new StorageServer();
  let world: World;

  beforeAll(async () => {
    world = new World((await storage.start()).origin);
    // Back-offs take no time: their jitter is nothing.
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  beforeEach(() => storage.reset());
  afterAll(async () => {
    vi.restoreAllMocks();
    await storage.stop();
  });

  it.each(Object.entries(scenarios))('%s', (_title, run) => run(world, false));
});
