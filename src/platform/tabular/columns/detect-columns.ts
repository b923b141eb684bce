import { type ColumnForm, type ColumnLayout, NULL_WORDS } from '../../../shared/column-layout.ts';
import { type ChosenForm, chooseForm } from '../../../shared/layouts/choose-form.ts';
import { inferByCalendar, inferForms } from '../../../shared/layouts/infer-forms.ts';
import { isNumeric } from '../../../shared/layouts/is-numeric.ts';
import { recursSeldom } from '../../../shared/layouts/recurs-seldom.ts';
import { typeOfForm } from '../../../shared/layouts/type-of-form.ts';
import { sqlPath, withDuckDb } from '../duckdb.ts';
import type { ColumnTexts, WordCount } from './column-texts.ts';
import { ambiguityNotice, unknownNotice } from './layout-notices.ts';
import { refineForm } from './refine-form.ts';
import { sqlTexts } from './sql-texts.ts';

/** Share of digit-and-separator values from which a column counts as an unknown numeric form. */
const NUMERIC_SHARE = 0.9;
/** Share of a sample's distinct values that must match before occurrences are counted. */
const LOOKED_AT_SHARE = 0.3;

type Settled = {
  chosen: ChosenForm | null;
  missing: number;
  nulls: WordCount[];
  /** The sample and what did not match. */
  values: ReadonlySet<string>;
};

/** Column whose form is detected: its name, the file's delimiter and number of rows, its texts. */
export type OpenColumn = {
  name: string;
  delimiter: string | null;
  rows: number;
  texts: ColumnTexts;
};

/** Chooses a form from the sample and revises it with mismatches until all rows match. */
async function settle({ name, delimiter, texts }: OpenColumn): Promise<Settled> {
  const values = new Set(texts.sample);
  for (;;) {
    const chosen = chooseForm(name, [...values], delimiter);
    if (chosen === null) return { chosen, missing: 0, nulls: [], values };
    const missing = await texts.misfits(chosen.form);
    const nulls = missing > 0 ? await texts.failing(chosen.form) : [];
    const others = nulls.map(([word]) => word).filter((word) => !NULL_WORDS.includes(word));
    if (others.length === 0) return { chosen, missing, nulls, values };
    const known = values.size;
    for (const value of others) values.add(value);
    // The test of all texts and the form's own check disagree (for example on a byte order mark):
    // treat as text.
    if (values.size === known) return { chosen: null, missing: 0, nulls: [], values };
  }
}

async function alternativesOf(
  texts: ColumnTexts,
  { chosen, missing }: Settled,
): Promise<ColumnForm[]> {
  const fitting: ColumnForm[] = [];
  for (const form of chosen?.alternatives ?? []) {
    if ((await texts.misfits(form)) === missing) fitting.push(form);
  }
  return fitting;
}

type Unknown = { recurs: boolean } | null;

/** Tests if 90% of the values are digits and separators; the sample rules most columns out. */
async function unknownForm(
  { present, numeric }: ColumnTexts,
  values: Settled['values'],
): Promise<Unknown> {
  const alike = [...values].filter(isNumeric).length;
  if (values.size === 0 || alike <= LOOKED_AT_SHARE * values.size) return null;
  const { inDigits, distinct } = await numeric();
  if (inDigits <= NUMERIC_SHARE * present) return null;
  return { recurs: !recursSeldom(distinct, present) };
}

/** Lists the words for missing values, most frequent first; an empty field is ''. */
function wordsOf(nulls: Settled['nulls'], empty: number): string[] {
  const counts = new Map(empty > 0 ? [['', empty], ...nulls] : nulls);
  if (empty > 0) counts.set('', empty + (nulls.find(([word]) => word === '')?.[1] ?? 0));
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
}

/** Detects the layout of a column, checked against all its texts. */
export async function layoutOf(column: OpenColumn): Promise<ColumnLayout> {
  const { name, rows, texts } = column;
  const { present } = texts;
  const settled = await settle(column);
  const { chosen, missing, nulls } = settled;
  if (chosen === null) {
    const unknown = await unknownForm(texts, settled.values);
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
  const { form, notices } = await refineForm(texts, chosen.form);
  const alternatives = await alternativesOf(texts, settled);
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

/** Settles an ambiguous date column by the calendar, from its distinct values. */
async function byCalendar(layout: ColumnLayout, ordered: () => Promise<WordCount[]>) {
  if (!layout.ambiguous || layout.form.kind !== 'datetime') return layout;
  return inferByCalendar(layout, await ordered());
}

/**
 * Settles what is ambiguous by the rest of the file. Numbers prove a decimal sign in delimited files
 * only: files with typed cells are spelled by their reader.
 *
 * @param orderedOf distinct texts of a column in order
 */
export async function inferOpen(
  layouts: readonly ColumnLayout[],
  delimiter: string | null,
  orderedOf: (i: number) => Promise<WordCount[]>,
): Promise<ColumnLayout[]> {
  const proves = (i: number) => delimiter !== null || layouts[i]!.form.kind === 'datetime';
  const proven = inferForms(layouts, { proves });
  const dated: ColumnLayout[] = [];
  for (const [i, layout] of proven.entries())
    dated.push(await byCalendar(layout, () => orderedOf(i)));
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
    const { rows, texts } = await sqlTexts({ connection, from }, names);
    const layouts: ColumnLayout[] = [];
    for (const [i, name] of names.entries())
      layouts.push(await layoutOf({ name, delimiter, rows, texts: texts[i]! }));
    return inferOpen(layouts, delimiter, (i) => texts[i]!.ordered());
  });
}
