import type { Json } from '../../../engines/provenance/canonical-json.ts';
import { type Manifest, sealManifest } from '../../../engines/provenance/manifest.ts';
import { plan } from '../../../engines/simulate/index.ts';
import type { Database } from '../../../platform/database/database.ts';
import { transaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import {
  type RunContext,
  type RunHandler,
  throwIfCancelled,
} from '../../../platform/jobs/run-context.ts';
import { runThread } from '../../../platform/threads/thread.ts';
import { BANK_TABLES, type BankTable } from '../../../shared/bank-tables.ts';
import { type BatchFile, openBatchFile } from '../../batches/batch-file.ts';
import {
  reportNotes,
  type SealedReports,
  sealReports,
  storeReports,
} from '../../batches/batch-reports.ts';
import { completeBatch } from '../../batches/complete-batch.ts';
import { openRowLoader, type RowLoader } from '../../batches/row-loader.ts';
import { type ExistingBank, readExistingBank } from './existing-bank.ts';
import type { ScratchReports } from './measure-scratch.ts';
import type { SimulationFacts, SimulationInput, SimulationMessage } from './simulate-thread.ts';
import { requestOf, type SimulationSettings } from './simulation-settings.ts';

type Subject = {
  entity: BankTable | 'full';
  count: number;
  settings: SimulationSettings;
  batches: { id: string; entity: BankTable }[];
};

/** How many rows of each entity one transaction's share of a bank needs, when there is no bank yet. */
const TRANSACTIONS_PER_ACCOUNT = 10;

function countsFor({ entity, count }: Subject): Record<BankTable, number> {
  switch (entity) {
    case 'customers':
      return { customers: count, accounts: 0, transactions: 0 };
    case 'accounts':
      return { customers: count, accounts: count, transactions: 0 };
    case 'transactions': {
      const accounts = Math.ceil(count / TRANSACTIONS_PER_ACCOUNT);
      return { customers: accounts, accounts, transactions: count };
    }
    case 'full':
      return { customers: count, accounts: count, transactions: count * TRANSACTIONS_PER_ACCOUNT };
  }
}

type Outcome = {
  facts: SimulationFacts;
  reports: ScratchReports;
  balances: { accountId: string; minor: number }[];
};
type Output = { table: BankTable; batchId: string; file: BatchFile; rows: number; header: boolean };

/** Makes batches: rows into the database and into a file each, in one pass. */
export function simulateHandler(parts: { database: Database; files: FileStore }): RunHandler {
  return (context) =>
    transaction(parts.database.owner, async (tx) => {
      const subject = context.run.subject as Subject;
      const existing = await readExistingBank(
        tx,
        context.run.tenant_id,
        subject.entity,
        windowEnd(subject),
      );
      const counts = existing === null ? countsFor(subject) : onlyCounts(subject);
      const wanted = BANK_TABLES.filter((table) => counts[table] > 0);
      const batchIds = await ensureBatches(parts.database, context, subject.batches, wanted);
      const outputs = openOutputs(parts.files, wanted, batchIds);
      try {
        const loader = await openRowLoader(tx, { tenantId: context.run.tenant_id, batchIds });
        const input: SimulationInput = {
          settings: subject.settings,
          counts,
          wanted,
          existing: given(existing),
        };
        const { facts, reports, balances } = await pump(context, input, loader, outputs).catch(
          async (error: Error) => {
            await loader.abandon(error);
            throw error;
          },
        );
        await loader.finish();
        context.progress('storing', subject.count, subject.count);
        await context.fence(tx);
        if (balances.length > 0) await existing!.setBalances(balances);
        for (const output of outputs.values()) {
          const report = sealReports({ from_scratch: reports[output.table] ?? null });
          const source = existing?.stateHash ?? null;
          await finishOutput(tx, context, subject, { facts, report }, output, source);
        }
        return summary(subject, counts, facts, existing !== null);
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error));
        await Promise.all([...outputs.values()].map(({ file }) => file.abandon(reason)));
        throw error;
      }
    });
}

/** The last day a batch of these settings can book on; a wrong setting is told when the batch is made. */
function windowEnd({ settings, count }: Subject): string {
  try {
    const accounts = Math.ceil(count / TRANSACTIONS_PER_ACCOUNT);
    return plan({ customers: accounts, accounts, transactions: count, ...requestOf(settings) })
      .endDate;
  } catch {
    return settings.end_date ?? 'infinity';
  }
}

const onlyCounts = ({ entity, count }: Subject): Record<BankTable, number> => ({
  customers: 0,
  accounts: entity === 'accounts' ? count : 0,
  transactions: entity === 'transactions' ? count : 0,
});

const given = (existing: ExistingBank | null): SimulationInput['existing'] =>
  existing && { customers: existing.customers, accounts: existing.accounts };

function openOutputs(
  files: FileStore,
  wanted: BankTable[],
  batchIds: Partial<Record<BankTable, string>>,
): Map<BankTable, Output> {
  return new Map(
    wanted.map((table) => [
      table,
      { table, batchId: batchIds[table]!, file: openBatchFile(files), rows: 0, header: false },
    ]),
  );
}

async function pump(
  context: RunContext,
  input: SimulationInput,
  loader: RowLoader,
  outputs: Map<BankTable, Output>,
): Promise<Outcome> {
  const module = new URL('./simulate-thread.ts', import.meta.url);
  const total = input.wanted.reduce((sum, table) => sum + input.counts[table], 0);
  const balances: { accountId: string; minor: number }[] = [];
  let done = 0;
  context.progress('generating', 0, total);
  for await (const message of runThread<SimulationMessage>(module, input, context.signal)) {
    throwIfCancelled(context.signal);
    if (message.kind === 'end') {
      return { facts: message.facts, reports: message.reports, balances };
    }
    if (message.kind === 'balances') {
      for (const balance of message.balances) balances.push(balance);
      continue;
    }
    const output = outputs.get(message.table)!;
    if (!output.header) {
      await output.file.write(Buffer.from(`${message.columns.join(',')}\r\n`));
      output.header = true;
    }
    await Promise.all([
      loader.load(message.table, message.columns, message.csv),
      output.file.write(message.csv),
    ]);
    output.rows += message.rows;
    done += message.rows;
    context.progress('generating', done, total);
  }
  throw new Error('the simulation ended without an end');
}

/** A batch that needed others first gets log rows for these as well, once, however often the run is retaken. */
async function ensureBatches(
  database: Database,
  context: RunContext,
  known: { id: string; entity: BankTable }[],
  wanted: BankTable[],
): Promise<Partial<Record<BankTable, string>>> {
  const ids: Partial<Record<BankTable, string>> = {};
  for (const { id, entity } of known) ids[entity] = id;
  for (const entity of wanted) {
    if (ids[entity] !== undefined) continue;
    const { rows } = await database.owner.query<{ batch_id: string }>(
      `with found as (
         select batch_id from public.generation_logs where run_id = $1 and entity_type = $2
       ), made as (
         insert into public.generation_logs (tenant_id, entity_type, status, run_id, created_by)
         select $3, $2, 'running', $1, $4 where not exists (select from found)
         returning batch_id
       ) select batch_id from found union all select batch_id from made`,
      [context.run.id, entity, context.run.tenant_id, context.run.created_by],
    );
    ids[entity] = rows[0]!.batch_id;
  }
  return ids;
}

async function finishOutput(
  tx: Parameters<typeof completeBatch>[0],
  context: RunContext,
  subject: Subject,
  { facts, report }: { facts: SimulationFacts; report: SealedReports },
  output: Output,
  stateHash: string | null,
): Promise<void> {
  const stored = await output.file.finish();
  const name = `${output.table}.csv`;
  const { seed, ...request } = subject.settings;
  const manifest: Manifest = {
    format: 'sandbox-manifest/1',
    engine: { name: 'simulate', version: facts.engineVersion },
    seed,
    request: { entity: subject.entity, count: subject.count, ...request } as {
      [key: string]: Json;
    },
    source: stateHash === null ? null : { bankStateSha256: stateHash },
    counts: { [output.table]: output.rows },
    files: [{ name, rows: output.rows, bytes: stored.size, sha256: stored.sha256 }],
    notes: {
      configurationHash: facts.configurationHash,
      preset: facts.preset,
      country: facts.country,
      currency: facts.currency,
      startDate: facts.startDate,
      endDate: facts.endDate,
      ...(output.table === 'transactions' ? { launderingRows: facts.laundering } : {}),
      ...reportNotes(report),
    },
  };
  await completeBatch(tx, {
    batchId: output.batchId,
    tenantId: context.run.tenant_id,
    createdBy: context.run.created_by,
    records: output.rows,
    manifest: sealManifest(manifest),
    file: { name, version: output.file.version, stored },
  });
  await storeReports(tx, { batchId: output.batchId, tenantId: context.run.tenant_id }, report);
}

function summary(
  subject: Subject,
  counts: Record<BankTable, number>,
  facts: SimulationFacts,
  onExisting: boolean,
) {
  const records = subject.entity === 'full' ? counts.transactions : subject.count;
  const made = BANK_TABLES.filter((table) => counts[table] > 0)
    .map((table) => `${counts[table]} ${table}`)
    .join(', ');
  const also =
    !onExisting && (subject.entity === 'accounts' || subject.entity === 'transactions')
      ? ' There were none to build on, so what they belong to was made as well.'
      : '';
  return { records, message: `Generated ${made}.${also}`, laundering: facts.laundering };
}
