import { type ColumnForm, NULL_WORDS } from '../../../../shared/column-layout.ts';
import { formOf } from '../../../../shared/layouts/datetime-candidates.ts';
import { datetimeParser } from '../../../../shared/layouts/datetime-parser.ts';
import { datetimeWriter } from '../../../../shared/layouts/datetime-writer.ts';
import { numberParser } from '../../../../shared/layouts/number-parser.ts';
import { hasClock, hasDay } from '../../../../shared/layouts/pattern-tokens.ts';

/** Parsed cell: `null` is missing, `wrong` does not match the column's format. */
export type ReadCell =
  | { kind: 'value'; text: string }
  | { kind: 'missing' }
  | { kind: 'wrong'; text: string };

const NAMES = { names: null, letters: 'lower' } as const;

function plainPattern(pattern: string): string {
  if (!hasDay(pattern)) return 'HH:mm:ss';
  return hasClock(pattern) ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD';
}

function writerOf(form: ColumnForm): (text: string) => string | null {
  if (form.kind === 'datetime') {
    const parse = datetimeParser(form);
    const write = datetimeWriter({
      ...formOf(plainPattern(form.pattern), NAMES),
      offset: form.offset,
    });
    return (text) => {
      const moment = parse(text);
      return Number.isNaN(moment) ? null : write(moment);
    };
  }
  if (form.kind === 'number') {
    const parse = numberParser(form);
    const digits = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: Math.min(form.minDecimals, 20),
      maximumFractionDigits: Math.min(form.decimals, 20),
    });
    return (text) => {
      const value = parse(text);
      return Number.isNaN(value) ? null : digits.format(value);
    };
  }
  return (text) => text;
}

/** Returns a parser for a column's cells: dates to ISO 8601, numbers with a decimal point. */
export function cellReader(
  form: ColumnForm,
  nullWords: readonly string[],
): (text: string | null) => ReadCell {
  const write = writerOf(form);
  const isText = form.kind === 'text' || form.kind === 'unknown';
  return (text) => {
    if (text === null || text === '') return { kind: 'missing' };
    if (nullWords.includes(text) || (!isText && NULL_WORDS.includes(text)))
      return { kind: 'missing' };
    const read = write(text);
    return read === null ? { kind: 'wrong', text } : { kind: 'value', text: read };
  };
}
