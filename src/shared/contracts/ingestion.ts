import { z } from 'zod';

/** What a column was detected to be. */
const columnType = z.enum(['integer', 'decimal', 'boolean', 'date', 'timestamp', 'time', 'text']);

const rejectedRow = z.strictObject({
  row: z.int(),
  line: z.int().nullable(),
  reason: z.string(),
  text: z.string(),
});

export const parseIngestedFileAnswer = z.strictObject({
  manifest_id: z.uuid(),
  filename: z.string(),
  record_count: z.int(),
  schema: z.record(z.string(), columnType),
  template: z.enum(['Basic', 'Advanced']).nullable(),
  message: z.string(),
  preview: z.array(z.record(z.string(), z.string().nullable())),
  rejected_count: z.int(),
  rejects: z.array(rejectedRow),
  dialect: z.strictObject({
    encoding: z.string(),
    delimiter: z.string().nullable(),
    decimal: z.enum(['.', ',']).nullable(),
  }),
});
export type ParseIngestedFileAnswer = z.infer<typeof parseIngestedFileAnswer>;
