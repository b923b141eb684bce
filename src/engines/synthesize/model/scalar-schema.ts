import { z } from 'zod';

/** A number of things, or the place of one. */
export const count = z.number().int().nonnegative();
/** The place of a thing, -1 where there is none. */
export const place = z.number().int().min(-1);
export const decimals = z.number().int().min(0).max(15);
