import { rowsOf, sqlName, sqlPath, withDuckDb } from '../duckdb.ts';

export type Preview = { columns: string[]; rows: (string | null)[][] };

const SHOWN_CHARACTERS = 300;

export async function preview(
  parquetPath: string,
  limit: number,
  options: { signal?: AbortSignal } = {},
): Promise<Preview> {
  return withDuckDb({ paths: [parquetPath], signal: options.signal }, async (connection) => {
    const source = `read_parquet(${sqlPath(parquetPath)})`;
    const described = await rowsOf(connection, `describe select * from ${source}`);
    const columns = described.map((row) => String(row[0]));
    const shown = columns.map(sqlName).map(
      (name) =>
        `if(length(${name}::varchar) > ${SHOWN_CHARACTERS}, left(${name}::varchar, ${SHOWN_CHARACTERS}) || '…',
            ${name}::varchar)`,
    );
    const rows = await rowsOf(
      connection,
      `select ${shown.join(', ')} from ${source} limit ${Math.max(0, Math.floor(limit))}`,
    );
    return {
      columns,
      rows: rows as (string | null)[][],
    };
  });
}
