import type { SupabaseClient } from '@supabase/supabase-js';

/** Inserts a record, a result and exceptions as an analysis would, with the service key. */
export async function injectAnalysis(
  service: SupabaseClient,
  at: { tenantId: string; name: string; accuracy?: number; risk?: number; cases?: number },
): Promise<{ runId: string; batchId: string }> {
  const run = await service
    .from('governance_audit')
    .insert({
      tenant_id: at.tenantId,
      model_type: at.name,
      dataset_ref: 'planted.csv',
      accuracy_score: at.accuracy ?? null,
      risk_score: at.risk ?? null,
    })
    .select('run_id')
    .single()
    .throwOnError();
  const exceptions = Array.from({ length: at.cases ?? 3 }, (_, i) => ({
    row: 10 + i,
    score: 0.97 - i / 100,
    reasons: [`The amount is ${i + 2} times the usual one`],
    values: { amount: String(100 * (i + 1)), currency: 'EUR' },
  }));
  const batch = await service
    .from('exception_batches')
    .insert({
      tenant_id: at.tenantId,
      batch_name: `Batch of ${at.name}`,
      exception_count: exceptions.length,
      threshold_used: 0.954,
      exceptions,
    })
    .select('id')
    .single()
    .throwOnError();
  return { runId: run.data.run_id as string, batchId: batch.data.id as string };
}
