import { z } from 'zod';
import { WRITTEN_BANK_FORMATS } from '../bank-formats.ts';

/** Forms of a table. */
export const TABLE_FORMATS = ['csv', 'parquet', 'sql'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export const EXPORT_FORMATS = [...TABLE_FORMATS, ...WRITTEN_BANK_FORMATS] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const day = z.iso.date('a day is written as YYYY-MM-DD');

export const exportBatchBody = z.strictObject({
  batch_id: z.uuid('batch_id must be the id of a batch'),
  /** `source` is the format that the batch's dataset came in. */
  format: z.enum([...EXPORT_FORMATS, 'source']),
  /** Of statements: those of one account, those of some days, and the currency of rows that name none. */
  account: z.string().min(1).max(100).optional(),
  from: day.optional(),
  to: day.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'a currency is a code of three letters')
    .optional(),
});

/** Where the file is: the bucket, then the object's name. */
export const exportedFile = z.strictObject({
  path: z.string(),
  filename: z.string(),
  content_type: z.string(),
  file_size: z.int(),
  sha256: z.string(),
});
export type ExportedFile = z.infer<typeof exportedFile>;

export const exportBatchAnswer = exportedFile.extend({
  /** What the file leaves out or takes for granted. */
  notes: z.array(z.string()),
});
export type ExportedBatch = z.infer<typeof exportBatchAnswer>;
