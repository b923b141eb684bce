import { type ColumnForm, type ColumnLayout, NULL_WORDS } from '../../shared/column-layout.ts';
import { datetimeParser } from '../../shared/layouts/datetime-parser.ts';
import { detectLayout } from '../../shared/layouts/detect-layout.ts';
import { numberParser } from '../../shared/layouts/number-parser.ts';
import type { CategoryColumn, Column, Table } from './table.ts';

export type ReadLayout = Pick<ColumnLayout, 'form' | 'nullWords'>;

function layoutOfColumn(column: Column): ReadLayout {
  const nullWords = column.nullWord === undefined ? [] : [column.nullWord];
  if (column.kind === 'datetime') return { form: column.form, nullWords };
  if (column.kind === 'number')
    return { form: column.form ?? plainNumbers(column.decimals), nullWords };
  return { form: { kind: 'text' }, nullWords };
}

const plainNumbers = (decimals: number): ColumnForm => ({
  kind: 'number',
  decimalMark: '.',
  groupMark: '',
  grouping: 'thousands',
  minDecimals: decimals,
  decimals,
  unit: null,
  sign: 'minus',
  words: null,
  apostrophe: false,
});

export const layoutsOfTable = (table: Table): Record<string, ReadLayout> =>
  Object.fromEntries(table.columns.map((column) => [column.name, layoutOfColumn(column)]));

type Texts = readonly (string | null | undefined)[];

/** Parses numbers or times; null if a text has another form or all are missing. */
function parseValues(
  texts: Texts,
  parse: (text: string) => number,
  nullWords: ReadonlySet<string>,
): Float64Array | null {
  const values = new Float64Array(texts.length);
  let seen = 0;
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i];
    if (text === null || text === undefined) {
      values[i] = Number.NaN;
      continue;
    }
    const value = parse(text);
    if (Number.isNaN(value) && !nullWords.has(text)) return null;
    if (!Number.isNaN(value)) seen++;
    values[i] = value;
  }
  return seen > 0 ? values : null;
}

function parseCategories(
  name: string,
  texts: Texts,
  nullWords: ReadonlySet<string>,
): CategoryColumn {
  const codes = new Int32Array(texts.length);
  const dictionary: string[] = [];
  const codeOf = new Map<string, number>();
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i];
    if (text === null || text === undefined || nullWords.has(text)) {
      codes[i] = -1;
      continue;
    }
    let code = codeOf.get(text);
    if (code === undefined) {
      code = dictionary.length;
      dictionary.push(text);
      codeOf.set(text, code);
    }
    codes[i] = code;
  }
  return { kind: 'category', name, codes, dictionary };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Parses a text column by its layout: numbers or times if all values have the form, otherwise
 * categories.
 *
 * @param texts null is a missing value
 * @param layout detected from the texts if absent
 */
export function parseColumn(
  name: string,
  texts: Texts,
  layout: ReadLayout = detectLayout(name, texts),
): Column {
  const { form, nullWords } = layout;
  const first = nullWords[0];
  const missing = first === undefined || first === '' ? {} : { nullWord: first };
  const words = new Set([...NULL_WORDS, ...nullWords]);
  if (form.kind === 'datetime') {
    const values = parseValues(texts, datetimeParser(form), words);
    if (values !== null) return { kind: 'datetime', name, values, form, ...missing };
  }
  if (form.kind === 'number') {
    const values = parseValues(texts, numberParser(form), words);
    const { decimals } = form;
    if (values !== null) return { kind: 'number', name, values, decimals, form, ...missing };
  }
  const isCoded = ['code', 'pair', 'boolean'].includes(form.kind);
  const column = parseCategories(name, texts, isCoded || nullWords.length > 0 ? words : NONE);
  return { ...column, ...missing };
}

export function parseColumns(
  names: readonly string[],
  textColumns: readonly Texts[],
  layouts: Readonly<Partial<Record<string, ReadLayout>>> = {},
): Table {
  const rows = textColumns[0]?.length ?? 0;
  const columns = names.map((name, i): Column => {
    const texts = textColumns[i] ?? [];
    if (texts.length !== rows)
      throw new RangeError(`Column ${name} has ${texts.length} rows; expected ${rows}.`);
    return parseColumn(name, texts, Object.hasOwn(layouts, name) ? layouts[name] : undefined);
  });
  return { rows, columns };
}
