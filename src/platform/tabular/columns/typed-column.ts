import { type ColumnLayout, type DatetimeForm, NULL_WORDS } from '../../../shared/column-layout.ts';
import { AppError } from '../../../shared/errors.ts';
import { formOf } from '../../../shared/layouts/datetime-candidates.ts';
import { datetimeParser } from '../../../shared/layouts/datetime-parser.ts';
import { datetimeWriter } from '../../../shared/layouts/datetime-writer.ts';
import { numberParser } from '../../../shared/layouts/number-parser.ts';

/** Types common to DuckDB and PostgreSQL, by DuckDB's names. */
export type SqlType =
  | 'VARCHAR'
  | 'BIGINT'
  | 'DOUBLE'
  | 'BOOLEAN'
  | 'DATE'
  | 'TIME'
  | 'TIMESTAMP'
  | 'TIMESTAMPTZ'
  | `DECIMAL(${number},${number})`;

export type TypedColumn = {
  name: string;
  type: SqlType;
  cell: (text: string | null) => string | null;
};

/** Maximum digits on either side of the decimal mark. */
const WHOLE_DIGITS = 15;
const MAX_SCALE = 15;

const PATTERNS = {
  DATE: 'YYYY-MM-DD',
  TIME: 'HH:mm:ss.SSSSSS',
  TIMESTAMP: 'YYYY-MM-DD HH:mm:ss.SSSSSS',
  TIMESTAMPTZ: 'YYYY-MM-DD HH:mm:ss.SSSSSSZ',
} as const;

const hasZone = ({ pattern, also }: DatetimeForm): boolean =>
  [pattern, ...also].some((each) => /\+hh|Z|X|x|\[ (UTC|GMT)\]/.test(each));

function momentType({ type, form }: ColumnLayout): keyof typeof PATTERNS {
  if (type === 'date') return 'DATE';
  if (type === 'time') return 'TIME';
  return form.kind === 'datetime' && hasZone(form) ? 'TIMESTAMPTZ' : 'TIMESTAMP';
}

type Typed = { type: SqlType; write: (text: string) => string | null };

/** Returns null for a text that does not match the column's form. */
function typed(layout: ColumnLayout): Typed {
  const { form } = layout;
  if (form.kind === 'number') {
    const parse = numberParser(form);
    const isWhole = form.decimals === 0;
    const type: SqlType = isWhole
      ? 'BIGINT'
      : form.decimals > MAX_SCALE
        ? 'DOUBLE'
        : `DECIMAL(${WHOLE_DIGITS + form.decimals},${form.decimals})`;
    const write = (text: string) => {
      const value = parse(text);
      if (Number.isNaN(value)) return null;
      return type === 'DOUBLE' ? String(value) : value.toFixed(form.decimals);
    };
    return { type, write };
  }
  if (form.kind === 'datetime') {
    const type = momentType(layout);
    const parse = datetimeParser(form);
    const names = { names: null, letters: 'lower' } as const;
    const writeMoment = datetimeWriter({
      ...formOf(PATTERNS[type], names),
      offset: type === 'TIMESTAMPTZ' ? 0 : form.offset,
    });
    const write = (text: string) => {
      const moment = parse(text);
      return Number.isNaN(moment) ? null : writeMoment(moment);
    };
    return { type, write };
  }
  if (form.kind === 'boolean') {
    const yes = form.trueText.toLowerCase();
    const words = [yes, form.falseText.toLowerCase()];
    const write = (text: string) => {
      const word = text.toLowerCase();
      return words.includes(word) ? String(word === yes) : null;
    };
    return { type: 'BOOLEAN', write };
  }
  return { type: 'VARCHAR', write: (text) => text };
}

/**
 * Returns a column's type and the conversion to SQL literals: numbers with a point, dates and times
 * as ISO 8601. Words for missing values become null.
 */
export function typedColumn(layout: ColumnLayout): TypedColumn {
  const { type, write } = typed(layout);
  const isText = type === 'VARCHAR';
  const missing = new Set(isText ? layout.nullWords : [...NULL_WORDS, ...layout.nullWords]);
  return {
    name: layout.name,
    type,
    cell: (text) => {
      if (text === null || missing.has(text)) return null;
      const written = write(text);
      if (written === null)
        throw new AppError(
          'internal',
          `"${text}" in column ${layout.name} does not match its detected format.`,
        );
      return written;
    },
  };
}
