import { quoteCsv } from '../../../shared/csv.ts';
import type { Answer } from '../parse/parse-accept.ts';
import { joined, literal, name, nothing, type Sql, sql } from './sql.ts';

export type Form =
  | { kind: 'none' }
  /** `bare`: the single row itself. `scalar`: only its column. */
  | { kind: 'json'; answer: Answer; bare: boolean; scalar: string | null }
  | { kind: 'csv'; names: string[] };

const stripped = (json: Sql, answer: Answer): Sql =>
  answer.nullsStripped ? sql`json_strip_nulls(${json})` : json;

const CSV_SPECIAL = literal('[",\\r\\n]');

function csvField(column: string): Sql {
  const value = sql`${name('pgrst_row', column)}::text`;
  const escaped = sql`'"' || replace(${value}, '"', '""') || '"'`;
  return sql`CASE WHEN ${value} IS NULL THEN '' WHEN ${value} = '' OR ${value} ~ ${CSV_SPECIAL} THEN ${escaped} ELSE ${value} END`;
}

const csvHeader = (names: string[]): string => names.map(quoteCsv).join(',');

function bodySql(form: Form): Sql {
  if (form.kind === 'none') return sql`''`;
  if (form.kind === 'csv') {
    const line =
      form.names.length === 0 ? sql`''` : joined(form.names.map(csvField), " || ',' || ");
    return sql`${literal(csvHeader(form.names))} || coalesce(string_agg(E'\\n' || ${line}, ''), '')`;
  }
  const row = form.scalar === null ? sql`pgrst_row` : name('pgrst_row', form.scalar);
  const list = stripped(sql`json_agg(${row})`, form.answer);
  return form.bare || form.answer.kind === 'object'
    ? sql`coalesce((${list} -> 0)::text, 'null')`
    : sql`coalesce(${list}::text, '[]')`;
}

const setting = (text: string): Sql => sql`nullif(current_setting(${literal(text)}, true), '')`;

/** Builds one statement for the whole answer. `source` is the write or call, if any. */
export function answerSql(parts: {
  source: Sql | null;
  rows: Sql;
  total: Sql | null;
  form: Form;
  settings: { headers: string; status: string; updated: string };
}): Sql {
  const withs: Sql[] = [];
  if (parts.source) withs.push(sql`pgrst_source AS (${parts.source})`);
  const withSql = withs.length === 0 ? nothing : sql`WITH ${joined(withs, ', ')} `;
  const total = parts.total ?? sql`NULL::bigint`;
  const affected = parts.source ? sql`(SELECT count(*) FROM pgrst_source)` : sql`NULL::bigint`;
  return sql`${withSql}SELECT (${total})::text AS total, ${affected}::text AS affected, count(*)::text AS page, ${bodySql(parts.form)} AS body, ${setting(parts.settings.headers)} AS headers, ${setting(parts.settings.status)} AS status, ${setting(parts.settings.updated)} AS updated FROM (${parts.rows}) AS pgrst_row`;
}
