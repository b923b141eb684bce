import { cancelled, openDuckDb, sqlName, sqlPath } from '../duckdb.ts';

export type ColumnChunk = { rows: number; columns: (string | null)[][] };

/**
 * Reads columns of a Parquet file as text, in order, in chunks of some thousand rows. Without
 * names, all columns.
 *
 * @param options.share share of rows to read, spread evenly over the file; all if absent
 */
export async function* readTextColumns({
  parquetPath,
  names,
  limit,
  options = {},
}: {
  parquetPath: string;
  names?: readonly string[] | undefined;
  limit?: number | undefined;
  options?: { signal?: AbortSignal; memoryLimitMb?: number; share?: number } | undefined;
}): AsyncGenerator<ColumnChunk, void, undefined> {
  const { signal, memoryLimitMb, share = 1 } = options;
  const columns =
    names === undefined
      ? 'columns(*)::varchar'
      : names.map((name) => `${sqlName(name)}::varchar`).join(', ');
  const source = sqlPath(parquetPath);
  const upTo = (rows: string) => `floor(${rows} * ${share.toExponential()})`;
  const from =
    share >= 1
      ? `read_parquet(${source})`
      : `read_parquet(${source}, file_row_number = true)
           where ${upTo('(file_row_number + 1)')} > ${upTo('file_row_number')}`;
  const end = limit === undefined ? '' : ` limit ${Math.max(0, Math.floor(limit))}`;
  const session = await openDuckDb({ paths: [parquetPath], signal, memoryLimitMb });
  try {
    const result = await session.connection.stream(`select ${columns} from ${from}${end}`);
    for (;;) {
      const chunk = await result.fetchChunk();
      if (signal?.aborted) throw cancelled(signal);
      if (chunk === null || chunk.rowCount === 0) return;
      yield { rows: chunk.rowCount, columns: chunk.getColumns() as (string | null)[][] };
    }
  } catch (error) {
    if (signal?.aborted) throw cancelled(signal);
    throw error;
  } finally {
    session.close();
  }
}
