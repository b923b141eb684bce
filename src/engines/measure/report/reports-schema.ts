import { z } from 'zod';
import { fromScratchReportSchema } from './from-scratch.ts';
import { privacyReportSchema } from './privacy-schema.ts';
import { qualityReportSchema } from './quality-schema.ts';

/** Everything that was measured of one batch, as it is kept, hashed and handed out. */
export const reportsSchema = z.strictObject({
  quality: qualityReportSchema.nullable(),
  privacy: privacyReportSchema.nullable(),
  from_scratch: fromScratchReportSchema.nullable(),
});

export type BatchReports = z.infer<typeof reportsSchema>;
