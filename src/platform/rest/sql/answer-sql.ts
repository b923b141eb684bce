import { quoteCsv } from '../../../shared/csv.ts';
import type { Answer } from '../parse/parse-accept.ts';
import { boundedRows } from './bounded-sql.ts';
import { joined, literal, name, nothing, type Sql, sql } from './sql.ts';

export type Form =
  | { kind: 'none' }
  /** `bare`: the single row itself. `scalar`: only its column. */
  | { kind: 'json'; answer: Answer; bare: boolean; scalar: string | null }
  /** `types` of the outputs; null where only PostgreSQL knows one. */
  | { kind: 'csv'; names: string[]; types: (string | null)[] };

const stripped = (json: Sql, answer: Answer): Sql =>
  answer.nullsStripped ? sql`json_strip_nulls(${json})` : json;

const CSV_SPECIAL = literal('[",\\r\\n]');

function csvField(column: string): Sql {
  const value = sql`${name('pgrst_row', column)}::text`;
  const escaped = sql`'"' || replace(${value}, '"', '""') || '"'`;
  return sql`CASE WHEN ${value} IS NULL THEN '' WHEN ${value} = '' OR ${value} ~ ${CSV_SPECIAL} THEN ${escaped} ELSE ${value} END`;
}

function lineSql(form: Exclude<Form, { kind: 'none' }>): Sql {
  if (form.kind === 'csv') {
    return form.names.length === 0 ? sql`''` : joined(form.names.map(csvField), " || ',' || ");
  }
  const line =
    form.scalar === null
      ? sql`row_to_json(pgrst_row)`
      : sql`coalesce(to_json(${name('pgrst_row', form.scalar)}), 'null')`;
  return stripped(line, form.answer);
}

export function bodyOf(form: Form, lines: string[]): string {
  if (form.kind === 'none') return '';
  if (form.kind === 'csv') return [form.names.map(quoteCsv).join(','), ...lines].join('\n');
  if (form.bare || form.answer.kind === 'object') return lines[0] ?? 'null';
  return `[${lines.join(', \n ')}]`;
}

const setting = (text: string): Sql => sql`nullif(current_setting(${literal(text)}, true), '')`;

/** Facts of an answer, in the order of the array in which the statement returns them. */
const FACTS = ['total', 'affected', 'page', 'headers', 'status', 'updated'] as const;
export type Facts = Record<(typeof FACTS)[number], string | null>;

export const factsOf = (json: string): Facts => {
  const values = JSON.parse(json) as (string | null)[];
  return Object.fromEntries(FACTS.map((fact, at) => [fact, values[at] ?? null])) as Facts;
};

/**
 * Builds one statement for the whole answer: a row for each line, `[line, null]`, then a row
 * `[null, facts]`. `source` is the write or call, if any.
 */
export function answerSql(parts: {
  source: Sql | null;
  rows: Sql;
  total: Sql | null;
  form: Form;
  maxBytes: number;
  settings: { headers: string; status: string; updated: string };
}): Sql {
  const withSql = parts.source ? sql`WITH pgrst_source AS (${parts.source}) ` : nothing;
  const total = parts.total ?? sql`NULL::bigint`;
  const affected = parts.source ? sql`(SELECT count(*) FROM pgrst_source)` : sql`NULL::bigint`;
  const { headers, status, updated } = parts.settings;
  const facts = (page: Sql) =>
    sql`json_build_array((${total})::text, ${affected}::text, ${page}::text, ${setting(headers)}, ${setting(status)}, ${setting(updated)})`;
  const rows = sql`(${parts.rows}) AS pgrst_row`;
  const { form, maxBytes } = parts;
  if (form.kind === 'none') {
    return sql`${withSql}SELECT NULL::text AS line, ${facts(sql`count(*)`)} AS facts FROM ${rows}`;
  }
  const type = form.kind === 'csv' ? 'text' : 'json';
  const lines = boundedRows({ rows, line: lineSql(form), type, maxBytes });
  return sql`${withSql}SELECT pgrst_line AS line, NULL::json AS facts FROM (${lines}) AS pgrst_answer UNION ALL SELECT NULL, ${facts(sql`NULL`)}`;
}
