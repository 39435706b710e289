import * as z from 'zod/mini';
import { lazy } from './lazy.ts';

/** The `data` of a delete. */
export const deletedSchema = lazy(() => z.looseObject({ deleted: z.literal(true) }));
