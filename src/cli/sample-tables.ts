import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type RelationsModel, sampleRelations } from '../engines/synthesize/index.ts';
import { formatTable } from '../engines/table/format-table.ts';
import type { Table } from '../engines/table/table.ts';
import { takeRows } from '../engines/table/take-rows.ts';
import { writeCsv } from '../platform/tabular/write-csv.ts';
import { AppError } from '../shared/errors.ts';
import { openHashedFile, type WrittenFile } from './hashed-file.ts';

const ROWS_A_PART = 65_536;

const refused = (message: string) => new AppError('bad_request', message);

/** Rows of tables that name no other, as `name=rows`. */
function rowsFrom(pairs: readonly string[]): Record<string, number> {
  const rows: Record<string, number> = {};
  for (const pair of pairs) {
    const match = /^([\w-]+)=([1-9]\d{0,9})$/.exec(pair);
    if (match === null)
      throw refused('--rows takes TABLE=N for a model of several tables, N from 1');
    rows[match[1]!] = Number(match[2]);
  }
  return rows;
}

function scaleFrom(text: string | undefined): number {
  const scale = Number(text ?? '1');
  if (!(scale > 0 && Number.isFinite(scale))) throw new RangeError('--scale must be above 0');
  return scale;
}

function* parts(table: Table) {
  for (let from = 0; from < table.rows; from += ROWS_A_PART) {
    const size = Math.min(ROWS_A_PART, table.rows - from);
    const rows = Uint32Array.from({ length: size }, (_, i) => from + i);
    yield formatTable(takeRows(table, rows)).textColumns;
  }
}

async function writeTable(path: string, table: Table): Promise<WrittenFile> {
  const file = openHashedFile(path);
  try {
    const names = table.columns.map(({ name }) => name);
    for await (const chunk of writeCsv(names, parts(table))) file.write(chunk);
  } catch (error) {
    file.discard();
    throw error;
  }
  return file.close();
}

/** `sandbox sample` of a model of several tables: one CSV file a table, in a folder. */
export async function sampleTables(
  model: RelationsModel,
  args: { seed: bigint; out: string; rows: readonly string[]; scale: string | undefined },
): Promise<number> {
  const { tables, left } = sampleRelations(model, {
    seed: args.seed,
    scale: scaleFrom(args.scale),
    rows: rowsFrom(args.rows),
  });
  mkdirSync(args.out, { recursive: true });
  for (const [name, table] of Object.entries(tables)) {
    const { path, sha256 } = await writeTable(join(args.out, `${name}.csv`), table);
    process.stdout.write(`${table.rows} rows in ${path}, SHA-256 ${sha256}\n`);
  }
  for (const { relation, rows } of left) {
    process.stdout.write(
      `${rows} rows of ${relation.child} were left out: every row of ${relation.parent} was named already, and in the file none is named twice\n`,
    );
  }
  return 0;
}
