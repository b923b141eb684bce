import type { Database } from '../../../platform/database/database.ts';
import type { RunContext } from '../../../platform/jobs/run-context.ts';
import type { BankTable } from '../../../shared/bank-tables.ts';

/** Returns the batch of each table, with log rows for prerequisites, created once per run. */
export async function ensureBatches(
  database: Database,
  { run }: RunContext,
  { planned, tables }: { planned: { id: string; entity: BankTable }[]; tables: BankTable[] },
): Promise<Partial<Record<BankTable, string>>> {
  const ids: Partial<Record<BankTable, string>> = {};
  for (const { id, entity } of planned) ids[entity] = id;
  for (const table of tables) {
    if (ids[table] !== undefined) continue;
    const { rows } = await database.asTenant(run.tenant_id, (tx) =>
      tx.query<{ batch_id: string }>(
        `with found as (
         select batch_id from public.generation_logs where run_id = $1 and entity_type = $2
       ), made as (
         insert into public.generation_logs (tenant_id, entity_type, status, run_id, created_by)
         select $3, $2, 'running', $1, $4 where not exists (select from found)
         returning batch_id
       ) select batch_id from found union all select batch_id from made`,
        [run.id, table, run.tenant_id, run.created_by],
      ),
    );
    ids[table] = rows[0]!.batch_id;
  }
  return ids;
}
