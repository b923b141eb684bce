import type { DuckDBConnection } from '@duckdb/node-api';
import { type ColumnForm, NULL_WORDS, type NumberForm } from '../../../shared/column-layout.ts';
import { escapeRegExp } from '../../../shared/layouts/datetime-pattern.ts';
import { rowsOf, sqlName, sqlText } from '../duckdb.ts';
import {
  type ColumnTexts,
  CUT_MARK,
  MAX_DAYS,
  MAX_FAILING,
  MAX_LATER_ROWS,
  MAX_ZONES,
  sampledRows,
  TELLING_BYTES,
  type WordCount,
} from './column-texts.ts';
import { formSql, patternFits } from './form-sql.ts';

type Source = { connection: DuckDBConnection; from: string };

const telling = (column: string) =>
  `if(strlen(${column}) > ${TELLING_BYTES}, left(${column}, ${TELLING_BYTES}) || '${CUT_MARK}', ${column})`;

// A test of a missing value is not always null: null and false is false.
const misfit = (form: ColumnForm, column: string) =>
  `${column} is not null and not ${formSql(column, form)}`;

const markers = NULL_WORDS.map(sqlText).join(', ');

/** SQL of the number of decimals: to the end of the text, unless something follows the number. */
function digitsSql(column: string, { decimalMark, unit, sign }: NumberForm): string {
  const endsInDigits = unit?.side !== 'after' && !/trailing|brackets|words/.test(sign);
  if (endsInDigits) {
    const place = `strpos(${column}, ${sqlText(decimalMark)})`;
    return `if(${place} = 0, 0, length(${column}) - ${place})`;
  }
  const pattern = sqlText(`${escapeRegExp(decimalMark)}([0-9]*)[^0-9]*$`);
  return `length(regexp_extract(${column}, ${pattern}, 1))`;
}

async function samplesOf({ connection, from }: Source, names: readonly string[]) {
  const columns = names.map((name) => telling(sqlName(name))).join(', ');
  const limit = sampledRows(names.length);
  const reader = await connection.runAndReadAll(`select ${columns} from ${from} limit ${limit}`);
  const read = reader.getColumns();
  const samples = names.map((_, i) => {
    const texts = (read[i] ?? []).filter((value): value is string => typeof value === 'string');
    return new Set(texts.filter((value) => !NULL_WORDS.includes(value)));
  });
  for (const [i, values] of samples.entries()) {
    if (values.size > 0) continue;
    const column = sqlName(names[i]!);
    const found = await rowsOf(
      connection,
      `select ${telling(column)} from ${from} where ${column} not in (${markers})
        limit ${MAX_LATER_ROWS}`,
    );
    for (const row of found) values.add(String(row[0]));
  }
  return samples;
}

/** Asks of a column of a relation; without `present` and `sample`. */
export function sqlColumn(
  { connection, from }: Source,
  name: string,
): Omit<ColumnTexts, 'present' | 'sample'> {
  const column = sqlName(name);
  const row = async (selected: string, where = 'true') =>
    (await rowsOf(connection, `select ${selected} from ${from} where ${where}`))[0] ?? [];
  const counted = async (selected: string, where: string, rest: string): Promise<WordCount[]> => {
    const rows = await rowsOf(
      connection,
      `select ${selected}, count(*) from ${from} where ${where} group by all ${rest}`,
    );
    return rows.map(([word, count]) => [String(word), Number(count)]);
  };
  const count = async (test: string) => Number((await row(`count(*) filter (where ${test})`))[0]);
  return {
    misfits: (form) => count(misfit(form, column)),
    failing: (form) =>
      counted(telling(column), misfit(form, column), `order by 2 desc, 1 limit ${MAX_FAILING}`),
    matching: (pattern, form) => count(patternFits(column, pattern, form)),
    decimals: async (form) => {
      const digits = digitsSql(column, form);
      const [least, most, hasPowers] = await row(
        `min(${digits}), max(${digits}), bool_or(contains(${column}, 'e-') or contains(${column}, 'E-'))`,
        `${column} not in (${markers})`,
      );
      return { least: Number(least), most: Number(most), hasPowers: hasPowers === true };
    },
    zones: (form) =>
      counted(
        `regexp_extract(${column}, '[+-][0-9]{2}(:?[0-9]{2})?$')`,
        formSql(column, form),
        `order by 2 desc, 1 limit ${MAX_ZONES}`,
      ),
    numeric: async () => {
      const [inDigits, distinct] = await row(
        `count(*) filter (where regexp_matches(${column}, '[0-9]')
           and length(regexp_replace(${column}, '[^0-9]', '', 'g'))
               >= length(regexp_replace(${column}, '[^\\pL]', '', 'g'))),
         count(distinct ${column})`,
      );
      return { inDigits: Number(inDigits), distinct: Number(distinct) };
    },
    ordered: () => counted(column, `${column} is not null`, `order by all limit ${MAX_DAYS}`),
  };
}

/** Reads the number of rows of a relation, and the texts of its columns. */
export async function sqlTexts(
  source: Source,
  names: readonly string[],
): Promise<{ rows: number; texts: ColumnTexts[] }> {
  const samples = await samplesOf(source, names);
  // Alone, these counts come from the file's statistics.
  const [present] = await rowsOf(
    source.connection,
    `select count(*), ${names.map((name) => `count(${sqlName(name)})`).join(', ')} from ${source.from}`,
  );
  const [rows = 0, ...counts] = present!.map(Number);
  const texts = names.map((name, i) => ({
    ...sqlColumn(source, name),
    present: counts[i]!,
    sample: samples[i]!,
  }));
  return { rows, texts };
}
