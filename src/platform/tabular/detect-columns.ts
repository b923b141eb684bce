import type { DuckDBConnection } from '@duckdb/node-api';
import {
  type Candidate,
  type ColumnType,
  chooseType,
  type DetectedColumn,
  NULL_MARKERS,
} from './column-type.ts';
import { rowsOf, sqlName, sqlPath, withDuckDb } from './duckdb.ts';

const SAMPLE_ROWS = 5000;
const FAILING = 300;

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
    `select distinct ${column} from ${source} where ${misfit(candidate, column)} limit ${FAILING}`,
  );
  return rows.map((row) => String(row[0]));
}

async function sample(
  connection: DuckDBConnection,
  source: string,
  names: readonly string[],
): Promise<Set<string>[]> {
  const columns = names.map(sqlName).join(', ');
  const reader = await connection.runAndReadAll(
    `select ${columns} from ${source} limit ${SAMPLE_ROWS}`,
  );
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
      `select ${column} from ${source} where ${column} not in (${markers}) limit 100`,
    );
    for (const row of rows) values.add(String(row[0]));
  }
  return samples;
}

function decimalsSql(column: string, type: ColumnType): string {
  if (type.type !== 'decimal') return '0';
  const mark = `strpos(${column}, '${type.decimalMark}')`;
  const digits = `regexp_extract(substr(${column}, ${mark} + 1), '^[0-9]*')`;
  return `max(case when ${mark} > 0 then length(${digits}) else 0 end)`;
}

/**
 * Says what each column of an all-text Parquet file holds. A type is thought of by the first rows, then
 * every row is held against it; values that don't fit make another type, until all rows fit one.
 */
export async function detectColumns(
  parquetPath: string,
  names: readonly string[],
  options: { delimiter: string | null; signal?: AbortSignal | undefined },
): Promise<DetectedColumn[]> {
  const { delimiter, signal } = options;
  const source = `read_parquet(${sqlPath(parquetPath)})`;
  return withDuckDb({ paths: [parquetPath], signal, threads: 2 }, async (connection) => {
    const samples = await sample(connection, source, names);
    const chosen = names.map((name, i) => chooseType(name, samples[i]!, delimiter));
    const markers: Set<string>[] = names.map(() => new Set());
    const settled = names.map(() => false);
    const nulls = names.map(() => 0);
    const decimals = names.map(() => 0);

    while (settled.includes(false)) {
      const open = names.flatMap((name, i) => (settled[i] ? [] : [{ name: sqlName(name), i }]));
      const parts = open.flatMap(({ name, i }) => {
        const candidate = chosen[i];
        if (!candidate) return [`count(*) - count(${name})`, '0', '0'];
        return [
          `count(*) - count(${name})`,
          `count(*) filter (where ${misfit(candidate, name)})`,
          decimalsSql(name, candidate.column),
        ];
      });
      const [counts] = await rowsOf(connection, `select ${parts.join(', ')} from ${source}`);
      for (const [k, { name, i }] of open.entries()) {
        const [absent, bad, places] = [0, 1, 2].map((n) => Number(counts![3 * k + n] ?? 0));
        const candidate = chosen[i];
        nulls[i] = absent!;
        if (candidate && bad! > 0) {
          const values = await failing(connection, source, name, candidate);
          const real = values.filter((value) => !NULL_MARKERS.includes(value));
          if (real.length > 0) {
            for (const value of real) samples[i]!.add(value);
            chosen[i] = chooseType(names[i]!, samples[i]!, delimiter);
            continue;
          }
          markers[i] = new Set(values);
          nulls[i] += bad!;
        }
        decimals[i] = places!;
        settled[i] = true;
      }
    }
    return names.map((name, i) => {
      const type: ColumnType = chosen[i]?.column ?? { type: 'text' };
      return {
        name,
        ...(type.type === 'decimal' ? { ...type, decimals: decimals[i]! } : type),
        nulls: nulls[i]!,
        nullMarkers: [...markers[i]!],
      };
    });
  });
}
