import { z } from 'zod';

/** Count or index. */
export const count = z.number().int().nonnegative();
/** Index; -1 for none. */
export const place = z.number().int().min(-1);
export const decimals = z.number().int().min(0).max(15);
