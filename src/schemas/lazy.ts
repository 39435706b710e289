import type * as z from 'zod/mini';

/** A schema that is built when it is first asked for, so that importing the package builds none. */
export type LazySchema<Schema extends z.ZodMiniType = z.ZodMiniType> = () => Schema;

/** Builds once, on first use. */
export function lazy<Schema extends z.ZodMiniType>(build: () => Schema): LazySchema<Schema> {
  let schema: Schema | undefined;
  return () => {
    schema ??= build();
    return schema;
  };
}
