import { rowsOf, sqlName, sqlPath, sqlText, withDuckDb } from '../duckdb.ts';

type NumberedRows = {
  columns: string[];
  rows: (string | null)[][];
  /** Row of the file of each row, from 1. */
  numbers: number[];
  /** True if there were more rows than the limit. */
  isCut: boolean;
};

/**
 * Reads rows of a Parquet file of texts that have one of the values in one of the columns, and rows
 * by number, in file order.
 *
 * @param numbers rows to read in any case, from 1
 */
export function readRowsOf(
  path: string,
  {
    columns,
    values,
    numbers,
    limit,
  }: {
    columns: readonly string[];
    values: readonly string[];
    numbers: readonly number[];
    limit: number;
  },
): Promise<NumberedRows> {
  const source = `read_parquet(${sqlPath(path)}, file_row_number = true)`;
  const list = values.map(sqlText).join(', ');
  const conditions = [
    ...columns.map((name) => `${sqlName(name)}::varchar in (${list})`),
    ...(numbers.length === 0 ? [] : [`file_row_number + 1 in (${numbers.join(', ')})`]),
  ];
  const isNamed = numbers.length === 0 ? 'false' : conditions.at(-1)!;
  return withDuckDb({ paths: [path] }, async (connection) => {
    const described = await rowsOf(connection, `describe select * from ${source}`);
    const names = described.map(([name]) => String(name)).filter((n) => n !== 'file_row_number');
    const read = await rowsOf(
      connection,
      `select * from (
         select file_row_number + 1 as "row number", ${names.map((name) => `${sqlName(name)}::varchar`).join(', ')}
           from ${source} where ${conditions.join(' or ')}
          order by ${isNamed} desc, file_row_number limit ${Math.floor(limit) + 1})
        order by 1`,
    );
    const rows = read.slice(0, limit);
    return {
      columns: names,
      rows: rows.map((row) => row.slice(1) as (string | null)[]),
      numbers: rows.map(([number]) => Number(number)),
      isCut: read.length > limit,
    };
  });
}
