import { valueText } from './cell-text.ts';
import { GENERAL, type NumberFormat } from './number-format.ts';
import { damaged, type OfficePackage } from './package.ts';
import { readPart } from './read-part.ts';
import { createRichText } from './rich-text.ts';
import type { SharedStrings } from './shared-strings.ts';

/** Excel's limits. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

/** Cell with a value, or with a fault that leaves it without one. */
export type SheetCell =
  | { kind: 'text' | 'boolean' | 'number' | 'date'; text: string; format: NumberFormat }
  | { kind: 'error'; text: string }
  | { kind: 'uncalculated' };

/** Row number from 1, and cells by column from 0; missing cells are absent. */
export type SheetRow = { number: number; cells: (SheetCell | undefined)[] };

export type SheetSource = {
  strings: SharedStrings;
  styles: readonly NumberFormat[];
  date1904: boolean;
};

/** Parses the letters of a reference such as AB12 to a column from 0; -1 if there are none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = reference.charCodeAt(i) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

const formatOf = (styles: readonly NumberFormat[], style: string | undefined): NumberFormat =>
  (style === undefined ? styles[0] : styles[Number(style)]) ?? GENERAL;

/** Converts a date of ISO 8601 (cell type d) to text as serial numbers have it. */
function isoText(stored: string, { kind }: NumberFormat): string {
  const text = stored
    .replace('T', ' ')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return kind === 'date' ? text.replace(/ 00:00:00$/, '') : text;
}

function cellOf(
  {
    type,
    style,
    stored,
    inline,
  }: { type: string; style: string | undefined; stored: string | null; inline: string | null },
  { strings, styles, date1904 }: SheetSource,
): SheetCell | undefined {
  const format = formatOf(styles, style);
  if (type === 'inlineStr')
    return inline === null ? undefined : { kind: 'text', text: inline, format };
  if (stored === null) return undefined;
  if (type === 's') {
    const text = strings(Number(stored));
    if (text === undefined) throw damaged(`a cell refers to text ${stored}, which does not exist`);
    return { kind: 'text', text, format };
  }
  if (type === 'str') return { kind: 'text', text: stored, format };
  if (type === 'b') return { kind: 'boolean', text: stored === '1' ? 'TRUE' : 'FALSE', format };
  if (type === 'e') return { kind: 'error', text: stored.slice(0, 20) };
  if (type === 'd') return { kind: 'date', text: isoText(stored, format), format };
  if (stored === '') return undefined;
  const text = valueText(stored, format, date1904);
  if (text === null)
    throw damaged(`a cell contains the number ${JSON.stringify(stored.slice(0, 40))}`);
  const isDate = format.kind !== 'number' && format.kind !== 'text';
  return { kind: isDate ? 'date' : 'number', text, format };
}

/** Creates the handler of a sheet's XML, which passes on its rows in order. */
function createHandler(source: SheetSource, onRow: (row: SheetRow) => boolean) {
  const rich = createRichText();
  let row: SheetRow = { number: 0, cells: [] };
  let column = -1;
  let type = 'n';
  let style: string | undefined;
  let stored: string | null = null;
  let inline: string | null = null;
  let hasFormula = false;
  let inValue = false;
  let isDone = false;

  const openRow = (reference: string | undefined) => {
    const number = reference === undefined ? row.number + 1 : Number(reference);
    if (!(number > row.number && number <= MAX_ROWS))
      throw damaged(`row ${String(reference).slice(0, 20)} follows row ${row.number}`);
    row = { number, cells: [] };
    column = -1;
  };
  const openCell = (attributes: Readonly<Record<string, string>>) => {
    const stated = attributes.r === undefined ? -1 : columnOf(attributes.r);
    column = stated >= 0 ? stated : column + 1;
    if (column >= MAX_COLUMNS) throw damaged(`row ${row.number} has over ${MAX_COLUMNS} columns`);
    type = attributes.t ?? 'n';
    style = attributes.s;
    [stored, inline, hasFormula] = [null, null, false];
  };
  const closeCell = () => {
    const cell = cellOf({ type, style, stored, inline }, source);
    if (cell !== undefined) row.cells[column] = cell;
    else if (hasFormula) row.cells[column] = { kind: 'uncalculated' };
  };
  return {
    open: (tag: string, attributes: Readonly<Record<string, string>>) => {
      if (tag === 'c') openCell(attributes);
      else if (tag === 'v') [inValue, stored] = [true, ''];
      else if (tag === 'row') openRow(attributes.r);
      else if (tag === 'f') hasFormula = true;
      else if (tag === 'is') rich.begin();
      else rich.open(tag);
    },
    text: (text: string) => {
      if (inValue) stored += text;
      else rich.text(text);
    },
    close: (tag: string) => {
      if (tag === 'v') inValue = false;
      else if (tag === 'c') closeCell();
      else if (tag === 'is') inline = rich.end();
      else if (tag === 'row') isDone ||= !onRow(row);
      else rich.close(tag);
    },
    isDone: () => isDone,
  };
}

/** Reads the rows of a sheet until `onRow` returns false. Formulas give their stored values. */
export async function readSheetRows(
  office: OfficePackage,
  part: string,
  options: {
    source: SheetSource;
    onRow: (row: SheetRow) => boolean;
    onPiece?: () => Promise<void>;
    signal?: AbortSignal | undefined;
  },
): Promise<void> {
  const { isDone, ...handler } = createHandler(options.source, options.onRow);
  const onPiece = async () => {
    await options.onPiece?.();
    return !isDone();
  };
  const stream = await office.read(part);
  try {
    await readPart(stream, part, { handler: { ...handler, onPiece }, signal: options.signal });
  } finally {
    stream.destroy();
  }
}
