import { z } from 'zod';
import { EXPORT_FORMATS } from '../export-formats.ts';

const day = z.iso.date('Must be a date, YYYY-MM-DD');

export const exportBatchBody = z.strictObject({
  batch_id: z.uuid('batch_id must be the id of a batch'),
  /** `source` is the format of the uploaded dataset. */
  format: z.enum([...EXPORT_FORMATS, 'source']),
  account: z.string().min(1).max(100).optional(),
  from: day.optional(),
  to: day.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Must be a currency code of three letters')
    .optional(),
});

export const exportedFile = z.strictObject({
  path: z.string(),
  filename: z.string(),
  content_type: z.string(),
  file_size: z.int(),
  sha256: z.string(),
});
export type ExportedFile = z.infer<typeof exportedFile>;

export const exportBatchAnswer = exportedFile.extend({
  /** Omissions and assumptions of the export. */
  notes: z.array(z.string()),
});
export type ExportedBatch = z.infer<typeof exportBatchAnswer>;
