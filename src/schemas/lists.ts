import * as z from 'zod/mini';
import { lazy } from './lazy.ts';

/** The parameters that every list has. */
export const listFields = () => ({
  limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
  cursor: z.optional(z.string()),
});

/** The parameters of a list that has no more than those. */
export const listParamsSchema = lazy(() => z.looseObject(listFields()));
