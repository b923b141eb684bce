import type { SupabaseClient } from '@supabase/supabase-js';
import { call, completed } from './client.ts';

const SEED = 11;
const POLICYHOLDERS = 400;

type Answer = { status: string; runId: string; batchId?: string };
type Case = { reasons: string[] };

/** Fills a motor insurer: its book, an analysis of the claims, and one decision on a claim. */
export async function fillInsurer(member: SupabaseClient): Promise<void> {
  const made = await completed(
    member,
    await call<Answer>(member, 'generate-full', { count: POLICYHOLDERS, seed: SEED }),
  );
  const source = { batchId: made.batchId, datasetRef: 'Simulated insurer', seed: SEED };
  const analyzed = await completed(
    member,
    await call<Answer>(member, 'analyze-transactions', source),
  );
  const { data } = await member
    .from('exception_batches')
    .select('exceptions')
    .eq('id', analyzed.batchId!)
    .single<{ exceptions: Case[] }>()
    .throwOnError();
  const ring = data.exceptions.findIndex(({ reasons }) => reasons.join().includes('meet again'));
  const choice = {
    item: Math.max(0, ring),
    decision: 'rejected',
    reason_code: 'other',
    note: 'Staged accident suspected: its persons meet again in other accidents.',
  };
  await member
    .rpc('decide_cases', { p_batch_id: analyzed.batchId, p_choices: [choice] })
    .throwOnError();
}
