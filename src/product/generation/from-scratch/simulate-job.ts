import type pg from 'pg';
import type { Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { RunContext, RunHandler } from '../../../platform/jobs/run-context.ts';
import { BANK_TABLES, type BankTable } from '../../../shared/bank-tables.ts';
import { reportNotes, sealReports, storeReports } from '../../batches/batch-reports.ts';
import { completeBatch } from '../../batches/complete-batch.ts';
import { type BatchSink, type BatchWork, type Output, runBatch } from '../../batches/run-batch.ts';
import { ensureBatches } from './ensure-batches.ts';
import { type ExistingBank, readExistingBank } from './existing-bank.ts';
import { simulationManifest } from './simulate-manifest.ts';
import type { SimulationFacts, SimulationInput, SimulationMessage } from './simulate-thread.ts';
import {
  countsForExistingBank,
  countsForNewBank,
  lastBookingDay,
  type SimulationSubject,
  totalRows,
} from './simulation-subject.ts';

const MODULE = new URL('./simulate-thread.ts', import.meta.url);

type End = Extract<SimulationMessage, { kind: 'end' }>;

type Simulation = {
  subject: SimulationSubject;
  existing: ExistingBank | null;
  counts: Record<BankTable, number>;
  tables: BankTable[];
  batchIds: Partial<Record<BankTable, string>>;
};

export function simulateHandler(parts: { database: Database; files: FileStore }): RunHandler {
  return (context) =>
    runBatch(parts, context, async (tx) => {
      const { run } = context;
      const subject = run.subject as SimulationSubject;
      const existing = await readExistingBank(tx, {
        tenantId: run.tenant_id,
        entity: subject.entity,
        windowEnd: lastBookingDay(subject),
      });
      const counts = existing === null ? countsForNewBank(subject) : countsForExistingBank(subject);
      const tables = BANK_TABLES.filter((table) => counts[table] > 0);
      const planned = subject.batches;
      const batchIds = await ensureBatches(parts.database, context, { planned, tables });
      return simulationWork(tx, context, { subject, existing, counts, tables, batchIds });
    });
}

function simulationWork(
  tx: pg.PoolClient,
  context: RunContext,
  simulation: Simulation,
): BatchWork<SimulationMessage, BankTable, Record<string, unknown>> {
  const { subject, existing, counts, tables, batchIds } = simulation;
  const input: SimulationInput = {
    settings: subject.settings,
    counts,
    wanted: tables,
    existing: existing && { customers: existing.customers, accounts: existing.accounts },
  };
  const total = totalRows(counts);
  const rows = new Map<BankTable, number>();
  const balances: { accountId: string; minor: number }[] = [];
  let done = 0;
  context.progress('generating', 0, total);
  return {
    thread: { module: MODULE, input },
    rows: subject.count,
    inBank: Object.fromEntries(
      tables.map((table) => [table, { batchId: batchIds[table]!, rows: counts[table] }]),
    ),
    outputs: tables,
    onMessage: async (message, sink) => {
      if (message.kind === 'balances') {
        for (const balance of message.balances) balances.push(balance);
      } else if (message.kind === 'rows') {
        await writeRows(message, sink, { withHeader: !rows.has(message.table) });
        rows.set(message.table, (rows.get(message.table) ?? 0) + message.rows);
        done += message.rows;
        context.progress('generating', done, total);
      }
    },
    complete: async (end, outputs) => {
      if (balances.length > 0) await existing!.setBalances(balances);
      for (const table of tables) {
        const output = outputs[table];
        await completeTable(tx, context, {
          simulation,
          end,
          table,
          rows: rows.get(table) ?? 0,
          output,
        });
      }
      return summary(simulation, end.facts);
    },
  };
}

async function writeRows(
  { table, columns, csv }: Extract<SimulationMessage, { kind: 'rows' }>,
  sink: BatchSink<BankTable>,
  { withHeader }: { withHeader: boolean },
): Promise<void> {
  if (withHeader) await sink.write(table, Buffer.from(`${columns.join(',')}\r\n`));
  await Promise.all([sink.load(table, columns, csv), sink.write(table, csv)]);
}

async function completeTable(
  tx: pg.PoolClient,
  { run }: RunContext,
  made: { simulation: Simulation; end: End; table: BankTable; rows: number; output: Output },
): Promise<void> {
  const { simulation, end, table, rows } = made;
  const batchId = simulation.batchIds[table]!;
  const file = { name: `${table}.csv`, ...made.output };
  const report = sealReports({ from_scratch: end.reports[table] ?? null });
  const manifest = simulationManifest(simulation.subject, end.facts, {
    table,
    rows,
    file,
    bankStateHash: simulation.existing?.stateHash ?? null,
    reportNotes: reportNotes(report),
  });
  await completeBatch(tx, {
    batchId,
    tenantId: run.tenant_id,
    createdBy: run.created_by,
    records: rows,
    manifest,
    file,
  });
  await storeReports(tx, { batchId, tenantId: run.tenant_id }, report);
}

function summary({ subject, existing, counts, tables }: Simulation, facts: SimulationFacts) {
  const { entity, count } = subject;
  const records = entity === 'full' ? counts.transactions : count;
  const made = tables.map((table) => `${counts[table]} ${table}`).join(', ');
  const also =
    existing === null && (entity === 'accounts' || entity === 'transactions')
      ? ' No existing records to build on, so prerequisites were generated as well.'
      : '';
  return { records, message: `Generated ${made}.${also}`, laundering: facts.laundering };
}
