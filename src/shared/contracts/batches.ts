import { z } from 'zod';
import { MAX_BROWSED_ROWS } from '../limits.ts';

const MAX_ROWS_OF_PAGE = 200;

export const readBatchRowsBody = z.strictObject({
  batch_id: z.uuid('batch_id must be the id of a batch'),
  offset: z
    .int()
    .min(0)
    .max(MAX_BROWSED_ROWS, `offset must be at most ${MAX_BROWSED_ROWS}; the file contains all rows`)
    .default(0),
  limit: z.int().min(1).max(MAX_ROWS_OF_PAGE).default(50),
});

/** Rows of the batch's file, unchanged; null is an empty field. */
export const batchRowsAnswer = z.strictObject({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
  total: z.int(),
});
export type BatchRows = z.infer<typeof batchRowsAnswer>;
