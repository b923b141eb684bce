import { z } from 'zod';
import { WRITTEN_BANK_FORMATS } from '../bank-formats.ts';
import { formatFacts, WRITTEN_FORMATS } from '../upload-formats.ts';

/** Formats of table files, and a load script. */
export const TABLE_FORMATS = [...WRITTEN_FORMATS, 'sql'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export const tableFormatLabel = (format: TableFormat): string =>
  format === 'sql' ? 'SQL' : formatFacts(format).label;

export const EXPORT_FORMATS = [...TABLE_FORMATS, ...WRITTEN_BANK_FORMATS] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

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
