/** Runs code of the caller's that may fail without harm to a call: a hook, a listener, a logger, a pacer's memory. */
export function harmless(run: () => unknown): void {
  try {
    // An async function's failure must not become an unhandled rejection.
    const returned = run();
    if (typeof returned === 'object' && returned !== null) Promise.resolve(returned).catch(() => undefined);
  } catch {
    // As above.
  }
}
