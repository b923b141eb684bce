import { z } from 'zod';

export const packBatchBody = z.strictObject({
  batch_id: z.uuid('batch_id must be the id of a batch'),
});

const day = z.iso.date('Must be a date, YYYY-MM-DD').optional();

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
      message: 'Must have either batch_id, or the first and last day of a period',
    });
    return z.NEVER;
  });

export const packReceiptBody = z.strictObject({
  pack_sha256: z.string().regex(/^[0-9a-f]{64}$/, 'pack_sha256 must be the SHA-256 of pack.json'),
});

export const logStatusAnswer = z.strictObject({
  entries: z.int(),
  sealed_at: z.string().nullable(),
  halted: z.string().nullable(),
  /** True if a witness or a time-stamping authority is configured. */
  outside_asked: z.boolean(),
  /** Last signature by a party other than the operator. */
  outside: z
    .strictObject({ kind: z.enum(['witness', 'timestamp']), name: z.string(), at: z.string() })
    .nullable(),
});
export type LogStatus = z.infer<typeof logStatusAnswer>;
