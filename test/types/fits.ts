import type * as z from 'zod/mini';
import type { Timestamp } from '../../src/index.ts';
import type { Same } from './holds.ts';

/** A field of an interface as a schema knows it: an open enumeration is a string, a time one on the wire. */
type Field<T> = unknown extends T
  ? unknown
  : [Timestamp] extends [T]
    ? string | Exclude<T, Timestamp>
    : [string & {}] extends [T]
      ? string | Plain<Exclude<T, string>>
      : Plain<T>;

/**
 * A type without what schema and interface say in their own ways: that further fields pass, that lists are only
 * read, and that a field may be given as `undefined`. Whether a field may be left out stays.
 */
export type Plain<T> = T extends readonly (infer Item)[]
  ? Field<Item>[]
  : T extends object
    ? { [Key in keyof T as string extends Key ? never : Key]: Field<Exclude<T[Key], undefined>> }
    : T;

/** Whether an interface is what a schema describes, each way. */
export type Fits<Interface, Schema extends () => z.ZodMiniType> = Same<
  Plain<Interface>,
  Plain<z.infer<ReturnType<Schema>>>
>;
