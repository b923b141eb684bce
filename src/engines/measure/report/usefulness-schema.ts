import { z } from 'zod';
import { USEFULNESS } from '../usefulness/check.ts';

/** Verdict on usefulness; `reason` is the sentence that decides. */
export const usefulnessSchema = z.strictObject({
  verdict: z.enum([...USEFULNESS, 'withheld']),
  reason: z.string(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      /** Column with the worst figure; absent if the measure covers the whole table. */
      column: z.string().optional(),
      synthetic: z.number().nullable(),
      /** Same measure of held-out rows; null without a holdout. */
      holdout: z.number().nullable(),
      verdict: z.enum(USEFULNESS),
      reason: z.string(),
    }),
  ),
});
