import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlName, sqlPath, withDuckDb } from '../../../platform/tabular/duckdb.ts';
import type { BookPreset } from '../../../shared/institutions.ts';
import type { BookFeatures } from './book-features.ts';
import { lifeClaims } from './life-claims.ts';
import { members } from './members.ts';
import { motorClaims } from './motor-claims.ts';

export const BOOK_FEATURES: Record<BookPreset, BookFeatures> = {
  'motor-insurer': motorClaims,
  'life-insurer': lifeClaims,
  'us-credit-union': members,
};

const MEMORY_MB = 1000;

/** Creates a view of texts for each table that features are computed from. */
export async function viewsOf(
  connection: DuckDBConnection,
  preset: BookPreset,
  paths: Readonly<Record<string, string>>,
): Promise<void> {
  for (const table of BOOK_FEATURES[preset].tables)
    await connection.run(
      `create view ${sqlName(table)} as select * from read_csv(${sqlPath(paths[table]!)}, header = true, all_varchar = true, delim = ',', quote = '"')`,
    );
}

/** Writes the features of a book as CSV, from the CSV files of its tables. */
export async function writeFeatures(
  preset: BookPreset,
  {
    paths,
    target,
    signal,
  }: { paths: Readonly<Record<string, string>>; target: string; signal?: AbortSignal },
): Promise<void> {
  const { sql } = BOOK_FEATURES[preset];
  const options = { paths: [...Object.values(paths), target], memoryLimitMb: MEMORY_MB, signal };
  await withDuckDb(options, async (connection) => {
    await viewsOf(connection, preset, paths);
    await connection.run(`copy (${sql}) to ${sqlPath(target)} (format csv, header)`);
  });
}
