import { rowsOf, sqlName, sqlPath, withDuckDb } from '../duckdb.ts';

export type Preview = { columns: string[]; rows: (string | null)[][] };

const SHOWN_CHARACTERS = 300;

/** Keeps rows until their JSON, which repeats the names, reaches the limit; the first in any case. */
function withinBytes({ columns, rows }: Preview, maxBytes: number): Preview {
  const names = Buffer.byteLength(JSON.stringify(columns));
  let bytes = 0;
  const end = rows.findIndex((row, i) => {
    bytes += names + Buffer.byteLength(JSON.stringify(row));
    return i > 0 && bytes > maxBytes;
  });
  return { columns, rows: end < 0 ? rows : rows.slice(0, end) };
}

export async function preview(
  parquetPath: string,
  limit: number,
  options: { signal?: AbortSignal; maxBytes?: number } = {},
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
    const found = { columns, rows: rows as (string | null)[][] };
    return options.maxBytes === undefined ? found : withinBytes(found, options.maxBytes);
  });
}
