import type pg from 'pg';
import { type SealedManifest, sealManifest } from '../../../engines/provenance/manifest.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { RunContext, RunHandler } from '../../../platform/jobs/run-context.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import { BOOKS } from '../../../shared/institutions.ts';
import { PREVIEW_ROWS } from '../../../shared/limits.ts';
import {
  reportNotes,
  type SealedReports,
  sealReports,
  storeReports,
} from '../../batches/batch-reports.ts';
import { completeBatch } from '../../batches/complete-batch.ts';
import { type BatchWork, type Output, runBatch } from '../../batches/run-batch.ts';
import { type BookSubject, linksOfBook, rowsOfBook, tablesOfBook } from './book-subject.ts';
import type { BookFacts, BookMessage, Preview } from './simulate-book-thread.ts';

const MODULE = new URL('./simulate-book-thread.ts', import.meta.url);

type Made = { table: string; rows: number; preview: Preview; output: Output };

/** Simulates the book of an insurer or a credit union as one batch per table. */
export function simulateBookHandler(parts: { database: Database; files: FileStore }): RunHandler {
  return (context) =>
    runBatch(parts, context, async (tx) =>
      bookWork(tx, context, context.run.subject as BookSubject),
    );
}

function bookWork(
  tx: pg.PoolClient,
  context: RunContext,
  subject: BookSubject,
): BatchWork<BookMessage, string, { records: number; message: string }> {
  const { preset, count, settings, batches } = subject;
  const expected = rowsOfBook(subject);
  const tables = tablesOfBook(preset);
  const rows = new Map<string, number>(tables.map((table) => [table, 0]));
  const previews = new Map<string, Preview>();
  let done = 0;
  context.progress('generating', 0, expected);
  return {
    thread: { module: MODULE, input: { preset, count, settings } },
    rows: expected,
    inBank: {},
    outputs: tables,
    onMessage: async (message, sink) => {
      if (message.kind !== 'rows') return;
      const { table } = message;
      await sink.write(table, message.csv);
      rows.set(table, rows.get(table)! + message.rows);
      const shown = previews.get(table) ?? [];
      previews.set(table, [...shown, ...message.preview].slice(0, PREVIEW_ROWS));
      done += message.rows;
      context.progress('generating', done, Math.max(expected, done));
    },
    complete: async (end, outputs) => {
      for (const [i, table] of tables.entries()) {
        const made = {
          table,
          rows: rows.get(table)!,
          preview: previews.get(table) ?? [],
          output: outputs[table]!,
        };
        await completeTable(tx, context, { batchId: batches[i]!.id, subject, end, made });
      }
      const named = BOOKS[preset].tables.map((table) => `${rows.get(table)} ${table}`);
      return {
        records: done,
        message: `Generated ${done} rows in ${tables.length} tables, among them ${named.join(', ')}.`,
      };
    },
  };
}

type End = Extract<BookMessage, { kind: 'end' }>;

async function completeTable(
  tx: pg.PoolClient,
  { run }: RunContext,
  { batchId, subject, end, made }: { batchId: string; subject: BookSubject; end: End; made: Made },
): Promise<void> {
  const { table, rows, preview, output } = made;
  const report = sealReports({ from_scratch: end.reports[table] ?? null });
  const manifest = bookManifest(subject, end.facts, { ...made, report });
  await completeBatch(tx, {
    batchId,
    tenantId: run.tenant_id,
    createdBy: run.created_by,
    records: rows,
    manifest,
    file: { name: `${table}.csv`, ...output },
    preview,
  });
  await storeReports(tx, { batchId, tenantId: run.tenant_id }, report);
}

function bookManifest(
  { preset, count, settings: { seed, ...request } }: BookSubject,
  { engineVersion, book, ...facts }: BookFacts,
  { table, rows, output: { stored }, report }: Made & { report: SealedReports },
): SealedManifest {
  return sealManifest({
    format: 'sandbox-manifest/1',
    engine: { name: 'simulate-book', version: engineVersion },
    seed,
    request: { preset, count, ...request, table } as { [key: string]: Json },
    source: null,
    counts: { [table]: rows },
    files: [{ name: `${table}.csv`, rows, bytes: stored.size, sha256: stored.sha256 }],
    notes: {
      preset,
      ...facts,
      tables: tablesOfBook(preset),
      ...(linksOfBook(preset) as { [key: string]: Json }),
      ...(table === BOOKS[preset].main ? (book as { [key: string]: Json }) : {}),
      ...reportNotes(report),
    },
  });
}
