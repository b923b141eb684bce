import type { SupabaseClient } from '@supabase/supabase-js';
import { csvHeader, encodeCsv, simulateCells } from '../../engines/simulate/index.ts';
import { approveModel, type Bank } from './approve-model.ts';
import { call, completed, untilIdle } from './client.ts';
import { exampleStatement, germanBank } from './german-statement.ts';

const SEED = 7;
const STATEMENT = 'umsaetze-2025.csv';
const LINKED = { customers: 200, accounts: 260, transactions: 0 };
const SIMULATED_CUSTOMERS = 120;
const SYNTHETIC_ROWS = 4000;
const BLENDED_ROWS = 1500;

type Answer = { status: string; runId: string; batchId?: string };

const fileForm = (fields: Record<string, string>, files: [name: string, content: string][]) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, content] of files) form.append('file', new Blob([content]), name);
  return form;
};

/** Uploads a statement of a German bank, confirms its mapping and saves it as a recipe. */
async function uploadStatement(analyst: SupabaseClient): Promise<string> {
  const form = fileForm({ columns: 'as-is' }, [[STATEMENT, exampleStatement()]]);
  const { manifest_id, mapping } = await call<{
    manifest_id: string;
    mapping: {
      columns: { name: string; role: string }[];
      sign: unknown;
      entity: string | null;
      order: string | null;
    };
  }>(analyst, 'parse-ingested-file', form);
  const { sign, entity, order } = mapping;
  const columns = mapping.columns.map(({ name, role }) => ({ name, role }));
  const save_as = 'German bank statement';
  await call(analyst, 'map-dataset', { manifest_id, columns, sign, entity, order, save_as });
  return manifest_id;
}

/** Uploads two linked tables of a simulated bank and generates them together. */
async function generateLinkedTables(analyst: SupabaseClient): Promise<void> {
  const texts = { customers: '', accounts: '' };
  const decoder = new TextDecoder();
  for (const cell of simulateCells(germanBank(LINKED))) {
    for (const table of ['customers', 'accounts'] as const) {
      if (texts[table] === '') texts[table] = csvHeader(cell[table]);
      texts[table] += decoder.decode(encodeCsv(cell[table]));
    }
  }
  const files = Object.entries(texts).map(([name, text]): [string, string] => [
    `${name}.csv`,
    text,
  ]);
  const form = fileForm({ name: 'Customers and accounts' }, files);
  const { table_set_id } = await call<{ table_set_id: string }>(
    analyst,
    'parse-ingested-tables',
    form,
  );
  await call(analyst, 'generate-synthetic-from-tables', { table_set_id, seed: String(SEED) });
}

/** Decides the first half of the cases of an analysis, every fourth as confirmed. */
async function decideHalf(approver: SupabaseClient, batch: string): Promise<void> {
  const { data } = await approver
    .from('exception_batches')
    .select('exception_count')
    .eq('id', batch)
    .single<{ exception_count: number }>()
    .throwOnError();
  const choices = Array.from({ length: data.exception_count >> 1 }, (_, item) =>
    item % 4 === 3
      ? { item, decision: 'rejected', reason_code: 'structuring' }
      : { item, decision: 'approved', reason_code: 'known_behaviour' },
  );
  await approver.rpc('decide_cases', { p_batch_id: batch, p_choices: choices }).throwOnError();
}

async function refuseBatch(approver: SupabaseClient, batch: string): Promise<void> {
  const reviewer = (await approver.auth.getUser()).data.user!.id;
  await approver
    .from('exception_batches')
    .update({
      status: 'rejected',
      reviewed_by: reviewer,
      reviewed_at: new Date().toISOString(),
      approval_notes: 'Injected laundering schemes of the simulation, not findings.',
    })
    .eq('id', batch)
    .throwOnError();
}

/** Fills a bank: simulated, learned, blended and linked data, reviews and an approval. */
export async function fillBank(bank: Bank): Promise<void> {
  const { analyst, approver, onStage } = bank;
  const analyze = async (body: Record<string, string>) =>
    completed(analyst, await call<Answer>(analyst, 'analyze-transactions', body));
  onStage('uploading a statement, simulating a bank');
  const [manifestId, simulated] = await Promise.all([
    uploadStatement(analyst),
    call<Answer>(analyst, 'generate-full', {
      count: SIMULATED_CUSTOMERS,
      preset: 'eu-retail-bank',
      seed: SEED,
      aml_rate: 0.02,
    }).then((answer) => completed(analyst, answer)),
    generateLinkedTables(analyst),
  ]);
  onStage('learning from the statement, analyzing, blending');
  const source = { manifest_id: manifestId, seed: SEED };
  const [learned, ofStatement, ofSimulated] = await Promise.all([
    call<Answer>(analyst, 'generate-synthetic-from-ingestion', {
      ...source,
      count: SYNTHETIC_ROWS,
    }),
    analyze({ manifestId, datasetRef: STATEMENT }),
    analyze({ batchId: simulated.batchId!, datasetRef: 'Simulated bank' }),
    call(analyst, 'create-blend', { ...source, real_share: 0.3, count: BLENDED_ROWS }),
  ]);
  onStage('measuring quality and privacy');
  await untilIdle(analyst);
  onStage('reviewing and approving');
  await Promise.all([
    decideHalf(approver, ofStatement.batchId!),
    refuseBatch(approver, ofSimulated.batchId!),
    approveModel(bank, learned.batchId!),
  ]);
}
