import { z } from 'zod';
import { fromScratchReportSchema } from './from-scratch.ts';
import { privacyReportSchema } from './privacy-schema.ts';
import { qualityReportSchema } from './quality-schema.ts';

/** All reports of one batch as stored, hashed and published. */
export const reportsSchema = z.strictObject({
  quality: qualityReportSchema.nullable(),
  privacy: privacyReportSchema.nullable(),
  from_scratch: fromScratchReportSchema.nullable(),
});

export type BatchReports = z.infer<typeof reportsSchema>;
