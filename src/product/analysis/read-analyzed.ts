import type { Decided, DecidedElsewhere, ThresholdOption } from '../../engines/detect/index.ts';
import { layoutsOfTable } from '../../engines/table/parse-columns.ts';
import type { Table } from '../../engines/table/table.ts';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import type { ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import type { ThresholdSetting } from '../../shared/contracts/analysis.ts';
import { AppError } from '../../shared/errors.ts';
import { writeFeatures } from '../batches/books/write-features.ts';
import { type RowsFile, readTable } from '../data/read-table.ts';
import { sampledRows } from '../data/sampled-rows.ts';
import type { AnalyzedFiles, SourceFile } from './analyzed-files.ts';
import { rowsInMemory } from './rows-in-memory.ts';
import { sampleAccounts } from './sample-accounts.ts';

export type AnalyzedTable = {
  table: Table;
  /** File rows that were read, counted from 0. */
  fileRows: Uint32Array;
  rowsOfFile: number;
  sampledBy: string | null;
};

export type TableDecisions = {
  /** By row index of the table. */
  own: Map<number, Decided>;
  elsewhere: DecidedElsewhere[];
  /** 1 for confirmed rows of the table. */
  confirmed: Uint8Array;
};

export async function* readAnalyzed(
  { file, baseline, decided, sourceId, roles, maxRows }: AnalyzedFiles,
  threshold: ThresholdSetting | null,
  signal: ThreadSignal,
): AsyncGenerator<
  ThreadProgress,
  AnalyzedTable & { threshold: ThresholdOption | null; decisions: TableDecisions }
> {
  const source = yield* readSource(file, signal, { roles, maxRows });
  const { table } = source;
  const decisions = decisionsOn(source.fileRows, decided, sourceId);
  if (threshold?.method !== 'false-discovery') return { ...source, threshold, decisions };
  const columns = table.columns.map(({ name }) => name);
  const baselineRows = baseline?.format === 'rows' ? baseline : null;
  if (baselineRows === null) throw new Error('the baseline is missing');
  const missing = columns.filter((name) => !baselineRows.columns.includes(name));
  if (missing.length > 0) {
    throw new AppError(
      'bad_request',
      `${baselineRows.filename} lacks the columns ${missing.join(', ')} of ${file.filename}.`,
    );
  }
  const { path: parquetPath, rows, layouts } = baselineRows;
  const normal = yield* readTable(
    { parquetPath, columns, rows, layouts: layouts ?? layoutsOfTable(table) },
    signal,
    { most: rows },
  );
  const differs = table.columns.find(({ kind }, i) => normal.columns[i]!.kind !== kind);
  if (differs) {
    throw new AppError(
      'bad_request',
      `Column ${differs.name} has a different type in the baseline dataset.`,
    );
  }
  const { method, alpha } = threshold;
  return { ...source, threshold: { method, alpha, baseline: normal }, decisions };
}

/** Splits decisions into those on rows that were read, by their place, and those elsewhere. */
function decisionsOn(
  fileRows: Uint32Array,
  decided: AnalyzedFiles['decided'],
  sourceId: string,
): TableDecisions {
  const here = new Map(
    decided.flatMap((each) => (each.sourceId === sourceId ? [[each.row, each]] : [])),
  );
  const own = new Map<number, Decided>();
  const confirmed = new Uint8Array(fileRows.length);
  fileRows.forEach((row, place) => {
    const found = here.get(row + 1);
    if (found === undefined) return;
    own.set(place, found);
    confirmed[place] = found.label;
  });
  return { own, elsewhere: decided.filter((each) => each.sourceId !== sourceId), confirmed };
}

type Bounds = Pick<AnalyzedFiles, 'roles' | 'maxRows'>;

async function* readSource(
  file: SourceFile,
  signal: ThreadSignal,
  bounds: Bounds,
): AsyncGenerator<ThreadProgress, AnalyzedTable> {
  if (file.format === 'rows') {
    const { path: parquetPath, columns, rows, layouts } = file;
    return yield* readRows({ parquetPath, columns, rows, layouts }, signal, bounds);
  }
  yield { kind: 'progress', stage: 'reading', done: 0, total: file.rows };
  const { workPath: parquetPath } = file;
  const path = file.format === 'book' ? `${parquetPath}.csv` : file.path;
  if (file.format === 'book')
    await writeFeatures(file.preset, { paths: file.tables, target: path });
  const scanned = await scanDelimited(path, { parquetPath, header: true });
  const columns = scanned.columns.map(({ name }) => name);
  const layouts = Object.fromEntries(scanned.columns.map((one) => [one.name, one]));
  const rows = scanned.rowCount;
  return yield* readRows({ parquetPath, columns, rows, layouts }, signal, bounds);
}

async function* readRows(
  file: RowsFile,
  signal: ThreadSignal,
  { roles, maxRows }: Bounds,
): AsyncGenerator<ThreadProgress, AnalyzedTable> {
  const most = Math.min(maxRows, rowsInMemory(file.columns.length));
  const accounts = file.rows > most ? yield* sampleAccounts(file, signal, { roles, most }) : null;
  const table = yield* readTable(file, signal, { most, rows: accounts?.rows });
  const fileRows = accounts?.rows ?? sampledRows(file.rows, Math.min(1, most / file.rows));
  // Cases refer to file rows; a different sample would give wrong ones.
  if (fileRows.length !== table.rows) throw new Error('the rows read are not those of the sample');
  return { table, fileRows, rowsOfFile: file.rows, sampledBy: accounts?.column ?? null };
}
