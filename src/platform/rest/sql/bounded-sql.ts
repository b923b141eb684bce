import { nothing, type Sql, sql, trusted } from './sql.ts';

/** `json` lines are built by the query; `text` lines may be stored values, perhaps compressed. */
const SIZES = { json: 'pg_column_size', text: 'octet_length' } as const;

/**
 * Selects rows with their text as `pgrst_line` and the bytes so far as `pgrst_bytes`. Fails at the
 * row that exceeds the limit, so that PostgreSQL never builds a larger answer.
 *
 * @param before bytes of the same parent row that other lists use
 * @param kept further columns to select, each followed by a comma
 */
export function boundedRows({
  rows,
  line,
  type,
  maxBytes,
  before = nothing,
  kept = nothing,
}: {
  rows: Sql;
  line: Sql;
  type: keyof typeof SIZES;
  maxBytes: number;
  before?: Sql;
  kept?: Sql;
}): Sql {
  const limit = trusted(String(maxBytes));
  // OFFSET 0: each line is built once, although it is used twice.
  const lines = sql`SELECT ${kept}${line} AS pgrst_line FROM ${rows} OFFSET 0`;
  const counted = sql`SELECT *, sum(${trusted(SIZES[type])}(pgrst_line)) OVER (ROWS UNBOUNDED PRECEDING) AS pgrst_bytes FROM (${lines}) AS pgrst_lines`;
  // In the condition: PostgreSQL omits output columns that nobody reads.
  return sql`SELECT * FROM (${counted}) AS pgrst_counted WHERE CASE WHEN ${before}pgrst_bytes > ${limit} THEN private.refuse_large_answer(${limit}) ELSE true END`;
}
