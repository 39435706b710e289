interface ProcessLike {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/** A setting of the environment, where the runtime has one and lets us read it. */
export function readEnv(name: string): string | undefined {
  try {
    const value = (globalThis as ProcessLike).process?.env?.[name]?.trim(); // not every runtime has `process`
    return value === '' ? undefined : value;
  } catch {
    // Deno throws where it may not read the environment.
    return undefined;
  }
}

/** Whether this is a page: its source is open to everyone. */
export function isBrowserPage(): boolean {
  return (
    typeof window !== 'undefined' &&
    typeof window.document !== 'undefined' &&
    typeof navigator !== 'undefined'
  );
}
