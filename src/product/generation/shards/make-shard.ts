import { createHash, type Hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetFromCsv } from '../../../platform/tabular/parquet/parquet-from-csv.ts';
import { AppError } from '../../../shared/errors.ts';
import { openLines } from './open-lines.ts';
import type { PlannedShards } from './shard-plan.ts';

export type MadeShard = {
  plan: string;
  tables: { name: string; rows: number; units: string[]; path: string }[];
  sums: Record<string, number>;
};

type ShardToMake = {
  planned: PlannedShards;
  shard: number;
  folder: string;
  check: () => void;
  progress?: ((rows: number) => void) | undefined;
};

/** Hashes the lines of each unit, including empty units. */
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

/** Lets pending aborts run between parts. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** @throws AppError if the shard does not exist, or its row count differs from the plan */
export async function makeShard(args: ShardToMake): Promise<MadeShard> {
  const { shard, folder, check, progress = () => {} } = args;
  const { plan, work } = args.planned;
  const own = plan.shards[shard];
  if (own === undefined)
    throw new AppError(
      'bad_request',
      `Shard ${shard} does not exist: the plan has ${plan.shards.length} shards, numbered from 0.`,
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
    check();
  }
  const made: MadeShard = { plan: plan.sha256, tables: [], sums: step.value };
  const expected = work.rowsOf(own);
  for (const { name, columns } of work.tables) {
    const { path: csv, lines, hashes, rows } = tables.get(name)!;
    lines.close();
    if (rows !== (expected[name] ?? rows))
      throw new AppError('internal', `Shard ${shard} has ${rows} ${name}, not ${expected[name]}.`);
    const path = join(folder, `${name}.parquet`);
    const written = await parquetFromCsv(
      { path: csv, header: false },
      { parquetPath: path, columns },
    );
    if (written !== rows)
      throw new AppError(
        'internal',
        `Only ${written} of ${rows} ${name} were written to the Parquet file.`,
      );
    await rm(csv);
    check();
    made.tables.push({ name, rows, units: hashes.end(count), path });
  }
  return made;
}
