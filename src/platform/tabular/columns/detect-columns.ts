import type { DuckDBConnection } from '@duckdb/node-api';
import { type ColumnForm, type ColumnLayout, NULL_WORDS } from '../../../shared/column-layout.ts';
import { type ChosenForm, chooseForm } from '../../../shared/layouts/choose-form.ts';
import { inferByCalendar, inferForms } from '../../../shared/layouts/infer-forms.ts';
import { isNumeric } from '../../../shared/layouts/is-numeric.ts';
import { recursSeldom } from '../../../shared/layouts/recurs-seldom.ts';
import { typeOfForm } from '../../../shared/layouts/type-of-form.ts';
import { rowsOf, sqlName, sqlPath, withDuckDb } from '../duckdb.ts';
import { formSql } from './form-sql.ts';
import { ambiguityNotice, unknownNotice } from './layout-notices.ts';
import { refineForm } from './refine-form.ts';

const SAMPLE_ROWS = 5000;
/** Size of the first sample in cells; all rows are checked later. */
const SAMPLE_CELLS = 1_000_000;
const MIN_SAMPLE_ROWS = 200;
/** Longer than any number, date or boolean; a longer text is marked at its end. */
const TELLING_CHARACTERS = 1000;
const FAILING = 300;
/** Share of digit-and-separator values from which a column counts as an unknown numeric form. */
const NUMERIC_SHARE = 0.9;
/** Share of a sample's distinct values that must match before occurrences are counted. */
const LOOKED_AT_SHARE = 0.3;

const telling = (column: string) =>
  `if(strlen(${column}) > ${TELLING_CHARACTERS}, left(${column}, ${TELLING_CHARACTERS}) || '…', ${column})`;

// A test of a missing value is not always null: null and false is false.
const misfit = (form: ColumnForm, column: string) =>
  `${column} is not null and not ${formSql(column, form)}`;

type Source = { connection: DuckDBConnection; from: string; delimiter: string | null };

/** Returns values that do not match the candidate form, with their counts, most frequent first. */
async function failing(
  source: Source,
  column: string,
  form: ColumnForm,
): Promise<[word: string, count: number][]> {
  const rows = await rowsOf(
    source.connection,
    `select ${telling(column)}, count(*) from ${source.from} where ${misfit(form, column)}
      group by all order by 2 desc, 1 limit ${FAILING}`,
  );
  return rows.map((row) => [String(row[0]), Number(row[1])]);
}

async function sample(
  { connection, from }: Source,
  names: readonly string[],
): Promise<Set<string>[]> {
  const columns = names.map((name) => telling(sqlName(name))).join(', ');
  const rows = Math.floor(SAMPLE_CELLS / names.length);
  const limit = Math.max(MIN_SAMPLE_ROWS, Math.min(SAMPLE_ROWS, rows));
  const reader = await connection.runAndReadAll(`select ${columns} from ${from} limit ${limit}`);
  const read = reader.getColumns();
  const samples = names.map((_, i) => {
    const texts = (read[i] ?? []).filter((value): value is string => typeof value === 'string');
    return new Set(texts.filter((value) => !NULL_WORDS.includes(value)));
  });
  for (const [i, values] of samples.entries()) {
    if (values.size > 0) continue;
    const column = sqlName(names[i]!);
    const markers = NULL_WORDS.map((marker) => `'${marker}'`).join(', ');
    const found = await rowsOf(
      connection,
      `select ${telling(column)} from ${from} where ${column} not in (${markers}) limit 100`,
    );
    for (const row of found) values.add(String(row[0]));
  }
  return samples;
}

async function misfits(
  { connection, from }: Source,
  column: string,
  form: ColumnForm,
): Promise<number> {
  const [counts] = await rowsOf(
    connection,
    `select count(*) filter (where ${misfit(form, column)}) from ${from}`,
  );
  return Number(counts![0]);
}

type Settled = {
  chosen: ChosenForm | null;
  missing: number;
  nulls: [word: string, count: number][];
};

/** Chooses a form from the sample and revises it with mismatches until all rows match. */
async function settle(source: Source, name: string, values: Set<string>): Promise<Settled> {
  const column = sqlName(name);
  for (;;) {
    const chosen = chooseForm(name, [...values], source.delimiter);
    if (chosen === null) return { chosen, missing: 0, nulls: [] };
    const missing = await misfits(source, column, chosen.form);
    const nulls = missing > 0 ? await failing(source, column, chosen.form) : [];
    const others = nulls.map(([word]) => word).filter((word) => !NULL_WORDS.includes(word));
    if (others.length === 0) return { chosen, missing, nulls };
    const known = values.size;
    for (const value of others) values.add(value);
    // SQL and the form's own check disagree (for example on a byte order mark): treat as text.
    if (values.size === known) return { chosen: null, missing: 0, nulls: [] };
  }
}

async function alternativesOf(
  source: Source,
  name: string,
  { chosen, missing }: Settled,
): Promise<ColumnForm[]> {
  const fitting: ColumnForm[] = [];
  for (const form of chosen?.alternatives ?? []) {
    if ((await misfits(source, sqlName(name), form)) === missing) fitting.push(form);
  }
  return fitting;
}

type Unknown = { recurs: boolean } | null;

/** Tests if 90% of the values are digits and separators; the sample rules most columns out. */
async function unknownForm(source: Source, name: string, values: Set<string>): Promise<Unknown> {
  const numeric = [...values].filter(isNumeric).length;
  if (values.size === 0 || numeric <= LOOKED_AT_SHARE * values.size) return null;
  const column = sqlName(name);
  const [counts] = await rowsOf(
    source.connection,
    `select count(*) filter (where regexp_matches(${column}, '[0-9]')
                               and length(regexp_replace(${column}, '[^0-9]', '', 'g'))
                                   >= length(regexp_replace(${column}, '[^\\pL]', '', 'g'))), count(${column}),
            count(distinct ${column})
       from ${source.from}`,
  );
  const [inDigits, present, distinct] = counts!.map(Number);
  if (inDigits! <= NUMERIC_SHARE * present!) return null;
  return { recurs: !recursSeldom(distinct!, present!) };
}

/** Lists the words for missing values, most frequent first; an empty field is ''. */
function wordsOf(nulls: Settled['nulls'], empty: number): string[] {
  const counts = new Map(empty > 0 ? [['', empty], ...nulls] : nulls);
  if (empty > 0) counts.set('', empty + (nulls.find(([word]) => word === '')?.[1] ?? 0));
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
}

async function layoutOf(
  source: Source,
  name: string,
  values: Set<string>,
  { rows, present }: { rows: number; present: number },
): Promise<ColumnLayout> {
  const settled = await settle(source, name, values);
  const { chosen, missing, nulls } = settled;
  if (chosen === null) {
    const unknown = await unknownForm(source, name, values);
    const kind = unknown === null ? 'text' : 'unknown';
    return {
      name,
      type: 'text',
      form: { kind },
      nullWords: [],
      values: present,
      fits: kind === 'text' ? present : 0,
      alternatives: [],
      ambiguous: false,
      notices: unknown === null ? [] : [unknownNotice({ values: present, ...unknown })],
    };
  }
  const { connection, from } = source;
  const { form, notices } = await refineForm(
    { connection, from, column: sqlName(name) },
    chosen.form,
  );
  const alternatives = await alternativesOf(source, name, settled);
  const fits = present - missing;
  return {
    name,
    type: typeOfForm(form),
    form,
    nullWords: wordsOf(nulls, rows - present),
    values: fits,
    fits,
    alternatives,
    ambiguous: alternatives.length > 0,
    notices:
      alternatives.length > 0 ? [ambiguityNotice(form, alternatives, fits), ...notices] : notices,
  };
}

const MAX_DAYS = 20_000;

/** Settles an ambiguous date column by the calendar, from its distinct values. */
async function byCalendar({ connection, from }: Source, layout: ColumnLayout) {
  if (!layout.ambiguous || layout.form.kind !== 'datetime') return layout;
  const rows = await rowsOf(
    connection,
    `select ${sqlName(layout.name)}, count(*) from ${from} where ${sqlName(layout.name)} is not null
      group by all order by all limit ${MAX_DAYS}`,
  );
  return inferByCalendar(
    layout,
    rows.map(([text, count]) => [String(text), Number(count)]),
  );
}

/**
 * Settles what is ambiguous by the rest of the file. Numbers prove a decimal sign in delimited files
 * only: files with typed cells are spelled by their reader.
 */
async function inferOpen(source: Source, layouts: readonly ColumnLayout[]) {
  const proves = (i: number) => source.delimiter !== null || layouts[i]!.form.kind === 'datetime';
  const proven = inferForms(layouts, { proves });
  const dated: ColumnLayout[] = [];
  for (const layout of proven) dated.push(await byCalendar(source, layout));
  const isDated = (i: number) => proven[i]!.ambiguous && !dated[i]!.ambiguous;
  return inferForms(dated, {
    proves: (i) => isDated(i) || (dated[i]!.inferred === undefined && proves(i)),
  });
}

/** Detects the layout of each column of an all-text Parquet file, checked against every row. */
export async function detectColumns(
  parquetPath: string,
  names: readonly string[],
  options: { delimiter: string | null; signal?: AbortSignal | undefined },
): Promise<ColumnLayout[]> {
  const { delimiter, signal } = options;
  const from = `read_parquet(${sqlPath(parquetPath)})`;
  return withDuckDb({ paths: [parquetPath], signal, threads: 2 }, async (connection) => {
    const source: Source = { connection, from, delimiter };
    const samples = await sample(source, names);
    // Alone, these counts come from the file's statistics.
    const present = await rowsOf(
      connection,
      `select count(*), ${names.map((name) => `count(${sqlName(name)})`).join(', ')} from ${from}`,
    );
    const layouts: ColumnLayout[] = [];
    const [rows = 0, ...counts] = present[0]!.map(Number);
    for (const [i, name] of names.entries())
      layouts.push(await layoutOf(source, name, samples[i]!, { rows, present: counts[i]! }));
    return inferOpen(source, layouts);
  });
}
