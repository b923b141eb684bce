import { z } from 'zod';

export const packBatchBody = z.strictObject({
  batch_id: z.uuid('batch_id must be the id of a batch'),
});

const day = z.iso.date('a day is written as YYYY-MM-DD').optional();

/** One batch, or the days from the first to the last. */
export const evidencePackBody = z
  .strictObject({
    batch_id: z.uuid('batch_id must be the id of a batch').optional(),
    from: day,
    to: day,
  })
  .transform(({ batch_id: batchId, from, to }, context) => {
    if (batchId !== undefined && from === undefined && to === undefined) {
      return { kind: 'batch' as const, batchId };
    }
    if (batchId === undefined && from !== undefined && to !== undefined && from <= to) {
      return { kind: 'period' as const, from, to };
    }
    context.addIssue({
      code: 'custom',
      message: 'name a batch, or the first and the last day of a period',
    });
    return z.NEVER;
  });

/** How far the log is sealed. */
export const logStatusAnswer = z.strictObject({
  entries: z.int(),
  sealed_at: z.string().nullable(),
  /** Why it stands still, where it does. */
  halted: z.string().nullable(),
  /** Whether a witness or a time-stamping authority is asked. */
  outside_asked: z.boolean(),
  /** The last signature of somebody else than the operator. */
  outside: z
    .strictObject({ kind: z.enum(['witness', 'timestamp']), name: z.string(), at: z.string() })
    .nullable(),
});
export type LogStatus = z.infer<typeof logStatusAnswer>;
