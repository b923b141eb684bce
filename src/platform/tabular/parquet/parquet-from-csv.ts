import type { SqlType } from '../columns/typed-column.ts';
import { rowsOf, sqlName, sqlPath, sqlText, withDuckDb } from '../duckdb.ts';
import type { ParquetColumn } from './write-parquet.ts';

/** CSV file of this program: RFC 4180, dates and times as ISO 8601, missing values empty. */
type PlainCsv = { path: string; header: boolean };

const column = ({ name, type }: { name: string; type: SqlType }) => `${sqlText(name)}: '${type}'`;

/** Converts such a file to Parquet with typed columns, in row order; returns the number of rows. */
export async function parquetFromCsv(
  csv: PlainCsv,
  { parquetPath, columns }: { parquetPath: string; columns: readonly ParquetColumn[] },
): Promise<number> {
  return withDuckDb({ paths: [csv.path, parquetPath] }, async (connection) => {
    const names = columns.map(({ name }) => sqlName(name)).join(', ');
    const [written] = await rowsOf(
      connection,
      `copy (select ${names} from read_csv(${sqlPath(csv.path)}, columns = {${columns.map(column).join(', ')}},
           auto_detect = false, header = ${csv.header}, delim = ',', quote = '"', escape = '"', new_line = '\\r\\n',
           nullstr = '', allow_quoted_nulls = false))
         to ${sqlPath(parquetPath)} (format parquet, compression zstd, use_tmp_file false)`,
    );
    return Number(written?.[0] ?? 0);
  });
}
