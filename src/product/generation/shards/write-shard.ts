import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore, StoredFile } from '../../../platform/files/file-store.ts';
import { parquetFromCsv } from '../../../platform/tabular/parquet/parquet-from-csv.ts';
import { AppError } from '../../../shared/errors.ts';
import { openLines } from './open-lines.ts';
import { partKey, reportKey } from './shard-keys.ts';
import type { PlannedShards } from './shard-plan.ts';
import type { ShardReport } from './shard-report.ts';

export type ShardAttempt = {
  planned: PlannedShards;
  shard: number;
  /** Of this attempt alone: a UUID. */
  attempt: string;
  store: FileStore;
  /** A folder of this attempt alone, for the lines on their way to Parquet. */
  folder: string;
  signal: AbortSignal;
  progress?: (rows: number) => void;
};

/** Hashes of the units' lines, a unit that has none included. */
function unitHashes(first: number) {
  const ended: string[] = [];
  let current: Hash = createHash('sha256');
  const endBefore = (unit: number) => {
    while (first + ended.length < unit) {
      ended.push(current.digest('hex'));
      current = createHash('sha256');
    }
  };
  return {
    add: (unit: number, csv: Uint8Array) => {
      endBefore(unit);
      current.update(csv);
    },
    end: (count: number) => {
      endBefore(first + count);
      return ended;
    },
  };
}

type Table = ReturnType<typeof openTable>;

function openTable(folder: string, name: string, first: number) {
  const path = join(folder, `${name}.csv`);
  return { path, lines: openLines(path), hashes: unitHashes(first), rows: 0 };
}

/** Lets an abort be heard between two parts. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Makes one shard: its rows as Parquet, one file a table, and then its report, which says that all of it is there.
 * An attempt that fails or is killed leaves files behind that no report names.
 *
 * @throws AppError where there is no such shard, or its rows are not as many as planned
 */
export async function writeShard(attempt: ShardAttempt): Promise<ShardReport> {
  const { shard, store, folder, signal, progress = () => {} } = attempt;
  const { plan, work } = attempt.planned;
  const own = plan.shards[shard];
  if (own === undefined)
    throw new AppError(
      'bad_request',
      `The plan has ${plan.shards.length} shards, numbered from 0; there is no shard ${shard}.`,
    );
  const { first, count } = own.units;
  const tables = new Map<string, Table>(
    work.tables.map(({ name }) => [name, openTable(folder, name, first)]),
  );
  const parts = work.make(own.units);
  let step = parts.next();
  for (; step.done !== true; step = parts.next()) {
    const { unit, table: name, csv, rows } = step.value;
    const table = tables.get(name)!;
    table.lines.write(csv);
    table.hashes.add(unit, csv);
    table.rows += rows;
    progress(rows);
    await turn();
    signal.throwIfAborted();
  }
  const report: ShardReport = {
    format: 'sandbox-shard-report/1',
    plan: plan.sha256,
    shard,
    attempt: attempt.attempt,
    tables: {},
    sums: step.value,
  };
  const expected = work.rowsOf(own);
  for (const { name, columns } of work.tables) {
    const { path, lines, hashes, rows } = tables.get(name)!;
    lines.close();
    if (rows !== (expected[name] ?? rows))
      throw new AppError('internal', `Shard ${shard} has ${rows} ${name}, not ${expected[name]}.`);
    const stored = await storeTable(attempt, { name, path, columns, rows });
    report.tables[name] = {
      rows,
      units: hashes.end(count),
      bytes: stored.size,
      sha256: stored.sha256,
    };
  }
  const text = Buffer.from(`${JSON.stringify(report)}\n`);
  await store.put(reportKey(report), chunksOf(text), { signal });
  return report;
}

async function* chunksOf(bytes: Uint8Array) {
  yield bytes;
}

async function storeTable(
  { store, folder, signal, shard, attempt }: ShardAttempt,
  table: {
    name: string;
    path: string;
    columns: Parameters<typeof parquetFromCsv>[1]['columns'];
    rows: number;
  },
): Promise<StoredFile> {
  const { name, path, columns, rows } = table;
  const parquetPath = join(folder, `${name}.parquet`);
  const written = await parquetFromCsv({ path, header: false }, { parquetPath, columns, signal });
  await rm(path);
  if (written !== rows)
    throw new AppError('internal', `Of ${rows} ${name} ${written} reached the Parquet file.`);
  const key = partKey({ shard, attempt, table: name });
  const stored = await store.put(key, createReadStream(parquetPath), { signal });
  await rm(parquetPath);
  return stored;
}
