import { sealReports } from '../../product/batches/batch-reports.ts';
import type { Json } from '../../shared/canonical-json.ts';

type Reports = { quality: Json; privacy: Json; from_scratch: Json };

export function recordedScores(reports: Reports): {
  quality: number | null;
  privacy: number | null;
} {
  return sealReports(reports as unknown as Parameters<typeof sealReports>[0]).scores;
}
