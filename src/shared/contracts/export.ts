import { z } from 'zod';

export const EXPORT_FORMATS = ['csv', 'parquet', 'sql'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const exportBatchBody = z.strictObject({
  batch_id: z.uuid('batch_id must be the id of a batch'),
  format: z.enum(EXPORT_FORMATS),
});

/** Where the file is: the bucket, then the object's name. */
export const exportBatchAnswer = z.strictObject({
  path: z.string(),
  filename: z.string(),
  content_type: z.string(),
  file_size: z.int(),
  sha256: z.string(),
});
export type ExportedBatch = z.infer<typeof exportBatchAnswer>;
