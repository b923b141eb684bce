import type { CellStyle } from '../../../../../shared/cell-styles.ts';
import type { ColumnLayout } from '../../../../../shared/column-layout.ts';
import { AppError } from '../../../../../shared/errors.ts';
import { type SqlType, typedColumn } from '../../../columns/typed-column.ts';
import { valueText } from '../cell-text.ts';
import { type NumberFormat, parseFormat } from '../number-format.ts';
import { serialOf } from './serial.ts';
import { xmlText } from './xml-text.ts';

/** Excel's limit of characters in a cell. */
const MAX_CHARACTERS = 32_767;
const MAX_DIGITS = 15;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;

const TEXT_FORMAT = '@';
const DATE_FORMATS = ['yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss', 'hh:mm:ss', '[h]:mm:ss'];

/** Writes a cell as XML after its reference. */
export type CellXml = (reference: string, text: string) => string;

/** Index of a number format among the cell styles. */
type StyleIndex = (code: string) => number;

const textCell = (styleIndex: StyleIndex): CellXml => {
  const style = styleIndex(TEXT_FORMAT);
  return (reference, text) => {
    if (text.length > MAX_CHARACTERS)
      throw new AppError(
        'conflict',
        `A value has ${text.length} characters; a cell of a workbook has at most ${MAX_CHARACTERS}. Choose another format.`,
      );
    return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
  };
};

const booleanCell = (reference: string, isTrue: boolean): string =>
  `<c r="${reference}" t="b"><v>${isTrue ? 1 : 0}</v></c>`;

type Candidate = { format: NumberFormat; style: number };

const storedAs = (text: string, { kind }: NumberFormat): string | null => {
  if (kind === 'number' || kind === 'text')
    return NUMBER.test(text) ? text.replace(/^(-?)0+(?=\d)/, '$1') : null;
  const serial = serialOf(text);
  return serial === null ? null : String(serial);
};

/** Writes a number in the first format that gives back the same letters, or else as text. */
function exactCell(codes: readonly string[], styleIndex: StyleIndex): CellXml {
  const candidates: Candidate[] = codes.map((code) => ({
    format: parseFormat(code),
    style: styleIndex(code),
  }));
  const asText = textCell(styleIndex);
  return (reference, text) => {
    for (const { format, style } of candidates) {
      const stored = storedAs(text, format);
      if (stored !== null && valueText(stored, format, false) === text)
        return `<c r="${reference}" s="${style}"><v>${stored}</v></c>`;
    }
    return asText(reference, text);
  };
}

/** Writes values as the cells of the source were, in the same letters. */
export function cellByStyle({ kind, format }: CellStyle, styleIndex: StyleIndex): CellXml {
  const asText = textCell(styleIndex);
  const code = format ?? 'General';
  if (kind === 'text') return asText;
  if (kind === 'number') return exactCell([code, 'General'], styleIndex);
  if (kind === 'date') return exactCell([code, ...DATE_FORMATS], styleIndex);
  if (kind === 'mixed') return exactCell([code, 'General'], styleIndex);
  return (reference, text) =>
    text === 'TRUE' || text === 'FALSE'
      ? booleanCell(reference, text === 'TRUE')
      : asText(reference, text);
}

const isPercent = ({ form }: ColumnLayout): boolean =>
  form.kind === 'number' && form.unit?.text === '%';

/** Format of a column's numbers; a percentage shows two decimals less than its value has. */
function numberCode(type: SqlType, isShare: boolean): string {
  const decimals = Number(/,(\d+)/.exec(type)?.[1] ?? 0);
  const places = decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`;
  return type === 'DOUBLE' ? 'General' : isShare ? `${places}%` : places;
}

const digitsOf = (literal: string): number => literal.replace(/\D/g, '').replace(/^0+/, '').length;

/** Moves the decimal point two places to the left. */
const asShare = (literal: string): string => {
  const decimals = literal.length - 1 - literal.indexOf('.');
  return (Number(literal) / 100).toFixed(literal.includes('.') ? decimals + 2 : 2);
};

/** Shortens a fraction of six digits to milliseconds, or removes it if it is zero. */
const shortTime = (literal: string): string =>
  literal.endsWith('.000000')
    ? literal.slice(0, -7)
    : literal.endsWith('000')
      ? literal.slice(0, -3)
      : literal;

/** Writes values by their column's layout: numbers, dates, times and booleans, or else text. */
export function cellByLayout(layout: ColumnLayout, styleIndex: StyleIndex): CellXml {
  const { type, cell } = typedColumn(layout);
  const asText = textCell(styleIndex);
  const typed = (write: CellXml, spell = (literal: string) => literal): CellXml => {
    return (reference, text) => {
      const literal = cell(text);
      if (literal === null) return '';
      const xml = write(reference, spell(literal));
      return xml.includes('t="inlineStr"') ? asText(reference, text) : xml;
    };
  };
  if (type === 'VARCHAR' || type === 'TIMESTAMPTZ') return asText;
  if (type === 'BOOLEAN')
    return typed((reference, literal) => booleanCell(reference, literal === 'true'));
  if (type === 'DATE') return typed(exactCell(DATE_FORMATS.slice(0, 1), styleIndex));
  if (type === 'TIME' || type === 'TIMESTAMP')
    return typed(exactCell(DATE_FORMATS.slice(1), styleIndex), shortTime);
  const isShare = isPercent(layout);
  const number = exactCell([numberCode(type, isShare), 'General'], styleIndex);
  return typed(
    (reference, literal) =>
      digitsOf(literal) > MAX_DIGITS ? asText(reference, literal) : number(reference, literal),
    isShare ? asShare : undefined,
  );
}
