import type { DuckDBConnection } from '@duckdb/node-api';
import {
  type ColumnForm,
  type DatetimeForm,
  NULL_WORDS,
  type NumberForm,
} from '../../../shared/column-layout.ts';
import { escapeRegExp } from '../../../shared/layouts/datetime-pattern.ts';
import { rowsOf, sqlText } from '../duckdb.ts';
import { formSql, patternFits } from './form-sql.ts';
import { FINE_TIMES, offsetsNotice, patternsNotice } from './layout-notices.ts';

type Column = { connection: DuckDBConnection; from: string; column: string };

type Refined = { form: ColumnForm; notices: string[] };

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

async function withDecimals(
  { connection, from, column }: Column,
  form: NumberForm,
): Promise<Refined> {
  const digits = digitsSql(column, form);
  const [found] = await rowsOf(
    connection,
    `select min(${digits}), max(${digits}), bool_or(contains(${column}, 'e-') or contains(${column}, 'E-'))
       from ${from} where ${column} not in (${NULL_WORDS.map(sqlText).join(', ')})`,
  );
  const least = Number(found?.[0] ?? 0);
  const most = Number(found?.[1] ?? 0);
  const hasPowers = form.unit === null && found?.[2] === true;
  const decimals = hasPowers ? Math.max(most, form.decimals) : most;
  return { form: { ...form, minDecimals: Math.min(least, decimals), decimals }, notices: [] };
}

async function withOffset(
  { connection, from, column }: Column,
  form: DatetimeForm,
): Promise<Refined> {
  if (![form.pattern, ...form.also].some((pattern) => pattern.includes('+hh')))
    return { form, notices: [] };
  const rows = await rowsOf(
    connection,
    `select regexp_extract(${column}, '[+-][0-9]{2}(:?[0-9]{2})?$') as zone, count(*) from ${from}
      where ${formSql(column, form)} group by all order by 2 desc, 1 limit 10`,
  );
  const offsets = rows
    .map((row) => [String(row[0]), Number(row[1])] as const)
    .filter(([zone]) => /^[+-]\d\d/.test(zone) && zone !== '');
  const [sign, hours, minutes] = /([+-])(\d\d):?(\d\d)?/.exec(offsets[0]?.[0] ?? '+00')!.slice(1);
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
  return { form: { ...form, offset }, notices: offsets.length > 1 ? [offsetsNotice(offsets)] : [] };
}

async function countOf({ connection, from, column }: Column, pattern: string, form: DatetimeForm) {
  const [found] = await rowsOf(
    connection,
    `select count(*) filter (where ${patternFits(column, pattern, form)}) from ${from}`,
  );
  return Number(found![0]);
}

async function withPatterns(column: Column, form: DatetimeForm): Promise<Refined> {
  if (form.also.length === 0) return { form, notices: [] };
  const counted: { pattern: string; count: number }[] = [];
  for (const pattern of [form.pattern, ...form.also])
    counted.push({ pattern, count: await countOf(column, pattern, form) });
  counted.sort((a, b) => b.count - a.count);
  const [first, ...others] = counted;
  const refined = { ...form, pattern: first!.pattern, also: others.map(({ pattern }) => pattern) };
  return {
    form: refined,
    notices: [
      patternsNotice(
        refined,
        others.map(({ count }) => count),
      ),
    ],
  };
}

/** Refines a form by all rows: decimals, offset, and the pattern for writing. */
export async function refineForm(column: Column, form: ColumnForm): Promise<Refined> {
  if (form.kind === 'number') return withDecimals(column, form);
  if (form.kind !== 'datetime') return { form, notices: [] };
  const patterns = await withPatterns(column, form);
  const offsets = await withOffset(column, patterns.form as DatetimeForm);
  const fine = /S{7}/.test(form.pattern) ? [FINE_TIMES] : [];
  return { form: offsets.form, notices: [...patterns.notices, ...offsets.notices, ...fine] };
}
