import { type ColumnForm, type ColumnLayout, NULL_WORDS } from '../../shared/column-layout.ts';
import { datetimeParser } from '../../shared/layouts/datetime-parser.ts';
import { detectLayout } from '../../shared/layouts/detect-layout.ts';
import { numberParser } from '../../shared/layouts/number-parser.ts';
import { type CodedTexts, codeTexts } from '../../shared/text-codes.ts';
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
  { codes, texts }: CodedTexts,
  parse: (text: string) => number,
  nullWords: ReadonlySet<string>,
): Float64Array | null {
  const parsed = new Float64Array(texts.length);
  let seen = 0;
  for (const [code, text] of texts.entries()) {
    const value = parse(text);
    if (Number.isNaN(value) && !nullWords.has(text)) return null;
    if (!Number.isNaN(value)) seen++;
    parsed[code] = value;
  }
  if (seen === 0) return null;
  const values = new Float64Array(codes.length);
  for (let i = 0; i < codes.length; i++) values[i] = codes[i] < 0 ? Number.NaN : parsed[codes[i]];
  return values;
}

function parseCategories(
  name: string,
  { codes, texts }: CodedTexts,
  nullWords: ReadonlySet<string>,
): CategoryColumn {
  const dictionary = texts.filter((text) => !nullWords.has(text));
  if (dictionary.length === texts.length) return { kind: 'category', name, codes, dictionary };
  let kept = 0;
  const codeOf = Int32Array.from(texts, (text) => (nullWords.has(text) ? -1 : kept++));
  const keptCodes = codes.map((code) => (code < 0 ? -1 : codeOf[code]));
  return { kind: 'category', name, codes: keptCodes, dictionary };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Parses a text column by its layout, each distinct text once: numbers or times if all values have
 * the form, otherwise categories.
 *
 * @param layout detected from the texts if absent
 */
export function parseCodedColumn(
  name: string,
  coded: CodedTexts,
  layout: ReadLayout = detectLayout(name, decoded(coded)),
): Column {
  const { form, nullWords } = layout;
  const first = nullWords[0];
  const missing = first === undefined || first === '' ? {} : { nullWord: first };
  const words = new Set([...NULL_WORDS, ...nullWords]);
  if (form.kind === 'datetime') {
    const values = parseValues(coded, datetimeParser(form), words);
    if (values !== null) return { kind: 'datetime', name, values, form, ...missing };
  }
  if (form.kind === 'number') {
    const values = parseValues(coded, numberParser(form), words);
    const { decimals } = form;
    if (values !== null) return { kind: 'number', name, values, decimals, form, ...missing };
  }
  const isCoded = ['code', 'pair', 'boolean'].includes(form.kind);
  const column = parseCategories(name, coded, isCoded || nullWords.length > 0 ? words : NONE);
  return { ...column, ...missing };
}

const decoded = ({ codes, texts }: CodedTexts): Texts =>
  Array.from(codes, (code) => (code < 0 ? null : texts[code]));

/** @param texts null is a missing value */
export const parseColumn = (name: string, texts: Texts, layout?: ReadLayout): Column =>
  parseCodedColumn(name, codeTexts(texts), layout);

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
