import type { DuckDBDataChunk } from '@duckdb/node-api';
import { cancelled, openDuckDb, sqlName, sqlPath } from '../duckdb.ts';

export type ColumnChunk = { rows: number; columns: (string | null)[][] };

type Selection = {
  parquetPath: string;
  limit?: number | undefined;
  /** `share`: share of rows to read, spread evenly over the file; all if absent. */
  options?: { signal?: AbortSignal; memoryLimitMb?: number; share?: number } | undefined;
};

/** Streams what an SQL list selects from a Parquet file, in order of its rows. */
async function* selectFrom(
  selected: string,
  { parquetPath, limit, options = {} }: Selection,
): AsyncGenerator<DuckDBDataChunk, void, undefined> {
  const { signal, memoryLimitMb, share = 1 } = options;
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
    const result = await session.connection.stream(`select ${selected} from ${from}${end}`);
    for (;;) {
      const chunk = await result.fetchChunk();
      if (signal?.aborted) throw cancelled(signal);
      if (chunk === null || chunk.rowCount === 0) return;
      yield chunk;
    }
  } catch (error) {
    if (signal?.aborted) throw cancelled(signal);
    throw error;
  } finally {
    session.close();
  }
}

/**
 * Reads columns of a Parquet file as text, in order, in chunks of some thousand rows. Without
 * names, all columns.
 */
export async function* readTextColumns({
  names,
  ...selection
}: Selection & { names?: readonly string[] | undefined }): AsyncGenerator<ColumnChunk> {
  const columns =
    names === undefined
      ? 'columns(*)::varchar'
      : names.map((name) => `${sqlName(name)}::varchar`).join(', ');
  for await (const chunk of selectFrom(columns, selection))
    yield { rows: chunk.rowCount, columns: chunk.getColumns() as (string | null)[][] };
}

/** Separator of the columns of joined rows. A text can contain it: count the parts. */
export const SEPARATOR = 0x1f;

/** Reads columns of an all-text Parquet file as UTF-8, joined in each row; missing values are empty. */
export async function* readJoinedRows({
  names,
  ...selection
}: Selection & { names: readonly string[] }): AsyncGenerator<Uint8Array[]> {
  const texts = names.map((name) => `coalesce(${sqlName(name)}::varchar, '')`);
  const joined = `encode(concat_ws(chr(${SEPARATOR}), ${texts.join(', ')}))`;
  for await (const chunk of selectFrom(joined, selection)) {
    const rows = chunk.getColumnValues(0) as { bytes: Uint8Array }[];
    yield rows.map(({ bytes }) => bytes);
  }
}
