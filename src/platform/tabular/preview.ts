import { rowsOf, sqlPath, withDuckDb } from './duckdb.ts';

export type Preview = { columns: string[]; rows: (string | null)[][] };

/** The first rows of a Parquet file, as text. */
export async function preview(
  parquetPath: string,
  limit: number,
  options: { signal?: AbortSignal } = {},
): Promise<Preview> {
  return withDuckDb({ paths: [parquetPath], signal: options.signal }, async (connection) => {
    const source = `read_parquet(${sqlPath(parquetPath)})`;
    const described = await rowsOf(connection, `describe select * from ${source}`);
    const rows = await rowsOf(
      connection,
      `select columns(*)::varchar from ${source} limit ${Math.max(0, Math.floor(limit))}`,
    );
    return {
      columns: described.map((row) => String(row[0])),
      rows: rows as (string | null)[][],
    };
  });
}
