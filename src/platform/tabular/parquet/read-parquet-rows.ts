import { rowsOf, sqlName, sqlPath, withDuckDb } from '../duckdb.ts';

export type ParquetRows = { columns: string[]; rows: (string | null)[][] };

/** SQL of a value in the spelling of text files: times as ISO 8601 in UTC. */
const asText = (name: string, type: string): string => {
  const column = sqlName(name);
  return type === 'TIMESTAMP WITH TIME ZONE'
    ? `strftime(make_timestamp(epoch_us(${column})), '%Y-%m-%dT%H:%M:%SZ')`
    : `${column}::varchar`;
};

export async function readParquetRows(
  path: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<ParquetRows> {
  return withDuckDb({ paths: [path] }, async (connection) => {
    const source = `read_parquet(${sqlPath(path)})`;
    const described = await rowsOf(connection, `describe select * from ${source}`);
    const columns = described.map(([name, type]) => ({ name: String(name), type: String(type) }));
    const rows = await rowsOf(
      connection,
      `select ${columns.map(({ name, type }) => asText(name, type)).join(', ')} from ${source}
        limit ${Math.floor(limit)} offset ${Math.floor(offset)}`,
    );
    return { columns: columns.map(({ name }) => name), rows: rows as (string | null)[][] };
  });
}
