import type { GenerationLog } from './rows.ts';

export const generationLog = (more: Partial<GenerationLog> = {}): GenerationLog => ({
  batch_id: 'b1',
  entity_type: 'transactions',
  project_id: null,
  status: 'completed',
  record_count: 500,
  privacy_score: null,
  quality_score: null,
  usefulness: null,
  report_url: null,
  csv_url: null,
  manifest: null,
  error: null,
  created_at: '2026-11-20T00:00:00Z',
  name: null,
  run_id: null,
  manifest_id: null,
  created_by: null,
  deleted_at: null,
  ...more,
});
