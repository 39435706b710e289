/** What became of one item of a bulk run, as a journal keeps it. It never holds the API key. */
export interface JournalEntry {
  /** The call that was made, for example `posts.create`. */
  readonly operation: string;
  /** Whose entry it is: the item's identity. */
  readonly identity: string;
  /** SHA-256 of the item's content: a changed item has another one. */
  readonly fingerprint: string;
  readonly idempotencyKey: string;
  readonly status: 'created' | 'failed' | 'unknown';
  /** What was created. */
  readonly record?: unknown;
  /** What went wrong, for whoever reads the journal. */
  readonly error?: { readonly name: string; readonly message: string };
}

/** A journal during one run. */
export interface OpenJournal {
  /** The last entry of an item. */
  find(operation: string, identity: string): JournalEntry | undefined;
  /** Keeps an entry: once this resolves it outlives the process. */
  add(entry: JournalEntry): Promise<void>;
  /** Lets other runs open it. */
  close(): Promise<void>;
}

/**
 * Remembers what became of the items of a bulk run, so that the same run started again goes on where it
 * stopped. {@link memoryJournal} lives as long as the process; `fileJournal` of `social-publishing/node`
 * outlives it. Any object with this method serves.
 */
export interface Journal {
  /** Called when a run begins. Refuses while another run has the journal open. */
  open(): Promise<OpenJournal>;
}

/** Finds entries by the item they are of. The last one holds. */
export class JournalIndex {
  readonly #entries = new Map<string, JournalEntry>();

  set(entry: JournalEntry): void {
    this.#entries.set(`${entry.operation} ${entry.identity}`, entry);
  }

  find(operation: string, identity: string): JournalEntry | undefined {
    return this.#entries.get(`${operation} ${identity}`);
  }
}

/**
 * A journal in memory: runs of one process that are given the same one share what they know.
 *
 * @example
 * const journal = memoryJournal();
 * await client.posts.createMany(items, { journal });
 * await client.posts.createMany(items, { journal }); // sends only what did not succeed before
 */
export function memoryJournal(): Journal {
  const index = new JournalIndex();
  let open = false;
  return {
    async open() {
      if (open) throw new Error('the journal is in use by another run');
      open = true;
      return {
        find: (operation, identity) => index.find(operation, identity),
        add: async (entry) => index.set(entry),
        close: async () => {
          open = false;
        },
      };
    },
  };
}
