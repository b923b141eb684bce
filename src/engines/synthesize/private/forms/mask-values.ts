import { NULL_WORDS, type NumberForm } from '../../../../shared/column-layout.ts';
import { numberForms } from '../../../../shared/layouts/choose-number.ts';
import { datetimeFormsOf } from '../../../../shared/layouts/datetime-candidates.ts';
import { datetimeWriter } from '../../../../shared/layouts/datetime-writer.ts';
import { numberParser } from '../../../../shared/layouts/number-parser.ts';
import { numberWriter } from '../../../../shared/layouts/number-writer.ts';
import type { Column } from '../../../table/table.ts';

/**
 * Form of a value's text without the value: a number's separators, sign and decimals, or the
 * layouts that read a date. Values of one form have few masks, so that persons can vote on the
 * form.
 */
export type Mask =
  | { kind: 'number'; text: string; compact: string[] }
  | { kind: 'datetime'; forms: { pattern: string; names: string | null; letters: string }[] }
  | { kind: 'word' };

const MISSING = new Set(NULL_WORDS);
const COMPACT_LENGTHS = new Set([6, 8, 10, 12, 13, 14]);
const MAX_DECIMALS = 15;

const maskText = (mask: Mask): string => JSON.stringify(mask);
export const maskOf = (text: string): Mask => JSON.parse(text) as Mask;

const WORD = maskText({ kind: 'word' });

function decimalsOf(value: number): number {
  for (let digits = 0; digits < MAX_DECIMALS; digits++) {
    const scaled = value * 10 ** digits;
    if (Math.abs(scaled - Math.round(scaled)) <= 1e-9 * Math.max(1, Math.abs(scaled)))
      return digits;
  }
  return MAX_DECIMALS;
}

const compactPatterns = (digits: string): string[] =>
  COMPACT_LENGTHS.has(digits.length) ? datetimeFormsOf(digits).map(({ pattern }) => pattern) : [];

/** Returns a function that masks numbers: all digits become ones, as many as separators need. */
function numberMasker(form: NumberForm): (value: number) => string {
  const maskByKey = new Map<string, string>();
  const isSigned = form.sign !== 'minus' && form.sign !== 'plus';
  return (value) => {
    const size = Math.abs(value);
    const digits = decimalsOf(size);
    const whole = form.groupMark === '' || size < 1000 ? 1 : size < 100_000 ? 1111 : 1111111;
    const isNegative = isSigned && value < 0;
    const compact =
      digits === 0 && value > 0 && form.groupMark === '' && form.unit === null
        ? compactPatterns(String(value))
        : [];
    const key = `${isNegative} ${whole} ${digits} ${compact}`;
    let mask = maskByKey.get(key);
    if (mask === undefined) {
      const plain: NumberForm = {
        ...form,
        sign: form.sign === 'plus' ? 'minus' : form.sign,
        apostrophe: false,
        minDecimals: digits,
        decimals: digits,
      };
      const ones = Number(`${whole}.${'1'.repeat(digits)}`);
      const text = numberWriter(plain)(isNegative ? -ones : ones);
      mask = maskText({ kind: 'number', text, compact });
      maskByKey.set(key, mask);
    }
    return mask;
  };
}

/** Returns a canonical text read by the same layouts: numbers become representatives. */
function likeDate(text: string): string {
  return text.replace(/\d+/g, (digits) => {
    const value = Number(digits);
    if (digits.length === 4) return value >= 1900 && value < 2100 ? '2005' : '9999';
    if (digits.length > 2) return '1'.repeat(digits.length);
    if (digits.length === 1) return value === 0 ? '0' : '5';
    if (value === 0) return '00';
    if (value <= 12) return '05';
    if (value <= 23) return '15';
    if (value <= 31) return '25';
    return value <= 59 ? '45' : '77';
  });
}

const dates = new Map<string, string>();

function dateMask(text: string): string {
  const like = likeDate(text);
  let mask = dates.get(like);
  if (mask === undefined) {
    const forms = datetimeFormsOf(like).map(({ pattern, names, letters }) => ({
      pattern,
      names,
      letters,
    }));
    mask = forms.length === 0 ? WORD : maskText({ kind: 'datetime', forms });
    if (dates.size > 10_000) dates.clear();
    dates.set(like, mask);
  }
  return mask;
}

const maskers = new Map<string, (value: number) => string>();

function maskOfText(text: string): string | null {
  if (MISSING.has(text)) return null;
  if (!/\d/.test(text) || /^0\d/.test(text.replace(/^0\d[:./-]/, ''))) return WORD;
  const [form] = numberForms([text], null);
  if (form === undefined) return dateMask(text);
  const key = JSON.stringify(form);
  let masker = maskers.get(key);
  if (masker === undefined) {
    masker = numberMasker(form);
    if (maskers.size > 1000) maskers.clear();
    maskers.set(key, masker);
  }
  return masker(numberParser(form)(text));
}

const plainNumbers = (decimals: number): NumberForm => ({
  kind: 'number',
  decimalMark: '.',
  groupMark: '',
  grouping: 'thousands',
  minDecimals: 0,
  decimals,
  unit: null,
  sign: 'minus',
  words: null,
  apostrophe: false,
});

/** Returns a mask for each row; null for missing values. */
export function maskValues(column: Column): (string | null)[] {
  if (column.kind === 'category') {
    const masks = column.dictionary.map(maskOfText);
    return Array.from(column.codes, (code) => (code < 0 ? null : masks[code]!));
  }
  const write = column.kind === 'datetime' ? datetimeWriter(column.form) : null;
  const isDigits = column.kind === 'datetime' && /^[YMDHhmsSXxEJ]+$/.test(column.form.pattern);
  const ofNumber =
    column.kind === 'number' ? numberMasker(column.form ?? plainNumbers(column.decimals)) : null;
  return Array.from(column.values, (value) => {
    if (Number.isNaN(value)) return null;
    if (write === null) return ofNumber!(value);
    return isDigits ? maskOfText(write(value)) : dateMask(write(value));
  });
}
