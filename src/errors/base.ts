/**
 * What became of a call that failed.
 *
 * - `not-sent`: nothing happened: refused locally, or it never left
 * - `rejected`: the server answered no
 * - `unknown`: a write that may have happened. Repeat it with the same idempotency key to find out
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown';

// In the registry that all copies of this package share: the ESM and the CommonJS build, other realms.
const brand = Symbol.for('social-publishing.error');
const inspect = Symbol.for('nodejs.util.inspect.custom');

interface Branded {
  readonly [brand]: readonly string[];
}

/** The base of every error that this package throws. */
export class SocialPublishingError extends Error {
  /** What became of the call. `not-sent` on errors that are about no call. */
  readonly outcome: Outcome;

  static {
    brandAs(this, 'SocialPublishingError');
  }

  constructor(message: string, options: { outcome?: Outcome; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.outcome = options.outcome ?? 'not-sent';
  }

  /** `instanceof` holds across copies of this package: the ESM and the CommonJS build are two. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    const own = Object.hasOwn(this, 'brandName')
      ? (this as unknown as { brandName: string }).brandName
      : undefined; // set by brandAs
    // A caller's own subclass has no brand name: for it the ordinary rule holds.
    if (own === undefined) return Function.prototype[Symbol.hasInstance].call(this, value);
    return (
      typeof value === 'object' && value !== null && brand in value && (value as Branded)[brand].includes(own)
    );
  }

  /** The error as data, for a log: every field but the stack. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...this.#fields() };
  }

  /** What `console.log` and `util.inspect` show of it in Node: the stack and every field. */
  [inspect](_depth: number, options: object, print?: (value: unknown, options: object) => string): string {
    const head = this.stack ?? `${this.name}: ${this.message}`;
    return print ? `${head} ${print(this.#fields(), options)}` : head;
  }

  #fields(): Record<string, unknown> {
    return { ...Object.fromEntries(Object.entries(this)), ...causeAsData(this.cause) };
  }
}

/** Gives a class its name and its brand. Names are written out: minifiers change those of classes. */
export function brandAs(target: { readonly prototype: SocialPublishingError }, name: string): void {
  const parent = (target.prototype as Partial<Branded>)[brand] ?? []; // inherited, when there is a parent
  Object.defineProperty(target, 'brandName', { value: name });
  // Node prints an uncaught error under its class's name, which bundlers may have changed.
  Object.defineProperty(target, 'name', { value: name });
  Object.defineProperty(target.prototype, brand, { value: [...parent, name] });
  Object.defineProperty(target.prototype, 'name', { value: name, configurable: true, writable: true });
}

// A cause can have a cause, and a cycle must end.
const maxCauses = 5;

/** A cause is shown by what it says, not by what it holds. It may be anything: it was thrown elsewhere. */
function causeAsData(cause: unknown, depth = 0): { cause?: unknown } {
  if (cause === undefined || depth === maxCauses) return {};
  if (typeof cause !== 'object' || cause === null) return { cause: String(cause) };
  // By their shape: test runners and other realms turn errors into plain objects.
  const { name, message, code, cause: inner } = cause as Record<string, unknown>; // any object can be read by name
  if (typeof message !== 'string') return { cause: Object.prototype.toString.call(cause) };
  return {
    cause: {
      ...(typeof name === 'string' ? { name } : {}),
      message,
      ...(code === undefined ? {} : { code }),
      ...causeAsData(inner, depth + 1),
    },
  };
}
