import type { DuckDBConnection } from '@duckdb/node-api';
import { rowsOf, sqlName, sqlPath, withDuckDb } from '../duckdb.ts';
import {
  type Candidate,
  type ColumnType,
  chooseType,
  type DetectedColumn,
  NULL_MARKERS,
} from './column-type.ts';

const SAMPLE_ROWS = 5000;
/** With many columns fewer rows are looked at first; what was overlooked shows when all are. */
const SAMPLE_CELLS = 1_000_000;
const MIN_SAMPLE_ROWS = 200;
/** No number, date or truth value is longer; of a longer text the mark at its end says that it is one. */
const TELLING_CHARACTERS = 1000;
const FAILING = 300;

const telling = (column: string) =>
  `if(strlen(${column}) > ${TELLING_CHARACTERS}, left(${column}, ${TELLING_CHARACTERS}) || '…', ${column})`;

// A test of a missing value is not always null: null and false is false.
const misfit = (candidate: Candidate, column: string) =>
  `${column} is not null and not ${candidate.sql(column)}`;

/** Values that don't fit the type thought of, and how often. */
async function failing(
  connection: DuckDBConnection,
  source: string,
  column: string,
  candidate: Candidate,
): Promise<string[]> {
  const rows = await rowsOf(
    connection,
    `select distinct ${telling(column)} from ${source} where ${misfit(candidate, column)} limit ${FAILING}`,
  );
  return rows.map((row) => String(row[0]));
}

async function sample(
  connection: DuckDBConnection,
  source: string,
  names: readonly string[],
): Promise<Set<string>[]> {
  const columns = names.map((name) => telling(sqlName(name))).join(', ');
  const rows = Math.floor(SAMPLE_CELLS / names.length);
  const limit = Math.max(MIN_SAMPLE_ROWS, Math.min(SAMPLE_ROWS, rows));
  const reader = await connection.runAndReadAll(`select ${columns} from ${source} limit ${limit}`);
  const read = reader.getColumns();
  const samples = names.map((_, i) => {
    const texts = (read[i] ?? []).filter((value): value is string => typeof value === 'string');
    return new Set(texts.filter((value) => !NULL_MARKERS.includes(value)));
  });
  for (const [i, values] of samples.entries()) {
    if (values.size > 0) continue;
    const column = sqlName(names[i]!);
    const markers = NULL_MARKERS.map((marker) => `'${marker}'`).join(', ');
    const rows = await rowsOf(
      connection,
      `select ${telling(column)} from ${source} where ${column} not in (${markers}) limit 100`,
    );
    for (const row of rows) values.add(String(row[0]));
  }
  return samples;
}

function decimalsSql(column: string, type: ColumnType): string {
  if (type.type !== 'decimal') return '0';
  const mark = `strpos(${column}, '${type.decimalMark}')`;
  return `max(length(${column}) - ${mark}) filter (where ${mark} > 0)`;
}

type Settled = { type: ColumnType; misfits: number; markers: string[] };

/** Thinks of a type by the sample, and again by what doesn't fit it, until all rows fit. */
async function settle(
  connection: DuckDBConnection,
  source: string,
  column: { name: string; sample: Set<string> },
  delimiter: string | null,
): Promise<Settled> {
  const name = sqlName(column.name);
  for (;;) {
    const candidate = chooseType(column.name, column.sample, delimiter);
    if (candidate === null) return { type: { type: 'text' }, misfits: 0, markers: [] };
    const [counts] = await rowsOf(
      connection,
      `select count(*) filter (where ${misfit(candidate, name)}),
              ${decimalsSql(name, candidate.column)} from ${source}`,
    );
    const misfits = Number(counts![0]);
    const markers = misfits > 0 ? await failing(connection, source, name, candidate) : [];
    const values = markers.filter((value) => !NULL_MARKERS.includes(value));
    if (values.length === 0) {
      const { column: type } = candidate;
      const decimals = Number(counts![1] ?? 0);
      return { type: type.type === 'decimal' ? { ...type, decimals } : type, misfits, markers };
    }
    for (const value of values) column.sample.add(value);
  }
}

/** Says what each column of an all-text Parquet file holds; every row has been held against it. */
export async function detectColumns(
  parquetPath: string,
  names: readonly string[],
  options: { delimiter: string | null; signal?: AbortSignal | undefined },
): Promise<DetectedColumn[]> {
  const { delimiter, signal } = options;
  const source = `read_parquet(${sqlPath(parquetPath)})`;
  return withDuckDb({ paths: [parquetPath], signal, threads: 2 }, async (connection) => {
    const samples = await sample(connection, source, names);
    // Alone, these counts come from the file's statistics.
    const present = await rowsOf(
      connection,
      `select count(*), ${names.map((name) => `count(${sqlName(name)})`).join(', ')} from ${source}`,
    );
    const [rows, ...values] = present[0]!.map(Number);
    const columns: DetectedColumn[] = [];
    for (const [i, name] of names.entries()) {
      const column = { name, sample: samples[i]! };
      const { type, misfits, markers } = await settle(connection, source, column, delimiter);
      columns.push({ name, ...type, nulls: rows! - values[i]! + misfits, nullMarkers: markers });
    }
    return columns;
  });
}
