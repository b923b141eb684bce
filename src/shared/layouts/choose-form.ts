import type { BooleanForm, CodeForm, ColumnForm, NumberForm } from '../column-layout.ts';
import { chooseDatetime } from './choose-datetime.ts';
import { numberForms } from './choose-number.ts';
import { choosePair } from './pair-form.ts';
import { areScientificCodes, isScientific } from './scientific-code.ts';

const BOOLEANS: [string, string][] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['t', 'f'],
  ['y', 'n'],
];

function booleanForm(values: readonly string[]): BooleanForm | null {
  if (values.length > 4) return null;
  const lower = new Set(values.map((value) => value.toLowerCase()));
  for (const [yes, no] of BOOLEANS) {
    if (![...lower].every((value) => value === yes || value === no)) continue;
    // A single letter may be any code; a single word is still a boolean.
    if (yes.length === 1 && lower.size < 2) continue;
    const written = (word: string) => values.find((value) => value.toLowerCase() === word);
    return { kind: 'boolean', trueText: written(yes) ?? yes, falseText: written(no) ?? no };
  }
  return null;
}

/** Returns true for one word with a digit: TX-00012, 7f3a-22, 3.52721E+18. */
export const isCode = (text: string): boolean =>
  /^(?=\D*\d)[\w./:-]*$/.test(text) || isScientific(text);

function commonPrefix(values: readonly string[]): string {
  let prefix = values[0] ?? '';
  for (const value of values) {
    let length = 0;
    while (length < prefix.length && prefix[length] === value[length]) length++;
    prefix = prefix.slice(0, length);
  }
  // Digits are part of the number, not of the prefix, even if all values share them.
  return prefix.replace(/(?<!\d)\d+[^\d]*$/, '').replace(/(?<!\d)\d+$/, '');
}

function codeForm(values: readonly string[]): CodeForm | null {
  if (!values.every(isCode)) return null;
  const prefix = values.length < 2 ? '' : commonPrefix(values);
  const rest = values.map((value) => value.slice(prefix.length));
  const width = values[0]!.length;
  const isLower = rest.some((text) => /[a-z]/.test(text));
  const isUpper = rest.some((text) => /[A-Z]/.test(text));
  return {
    kind: 'code',
    prefix,
    width: values.every((value) => value.length === width) ? width : null,
    leadingZeros: rest.some((text) => /^0\d/.test(text)),
    letters: isLower ? (isUpper ? 'mixed' : 'lower') : isUpper ? 'upper' : 'none',
  };
}

/** Returns a constant label before the value, as in `Valuta 05.02.2023`. */
function labelOf(values: readonly string[]): string {
  const label = /^\p{L}[\p{L} .:]*[ :]/u.exec(values[0]!)?.[0] ?? '';
  return values.length > 1 && values.every((value) => value.startsWith(label)) ? label : '';
}

function labelled(name: string, values: readonly string[]): ChosenForm | null {
  const label = labelOf(values);
  if (label === '' || label.includes(']')) return null;
  const datetime = chooseDatetime(
    name,
    values.map((value) => value.slice(label.length)),
  );
  if (datetime === null || datetime.form.also.length > 0) return null;
  const behind = (form: typeof datetime.form) => ({
    ...form,
    pattern: `[${label}]${form.pattern}`,
  });
  return { form: behind(datetime.form), alternatives: datetime.alternatives.map(behind) };
}

export type ChosenForm = { form: ColumnForm; alternatives: ColumnForm[] };

const marksOf = ({ decimalMark, groupMark }: NumberForm) => `${decimalMark} ${groupMark}`;

/** Returns the number forms that parse the values differently: `1.234` is 1.234 or 1234. */
function chooseNumber(values: readonly string[], delimiter: string | null): ChosenForm | null {
  const [form, ...others] = numberForms(values, delimiter);
  if (form === undefined) return null;
  const isWhole = form.decimals === 0 && form.groupMark === '';
  // Without decimals, only the mark between thousands changes the values.
  const isSame = (other: NumberForm) =>
    marksOf(other) === marksOf(form) ||
    (other.decimals + form.decimals === 0 && other.groupMark === form.groupMark);
  return { form, alternatives: isWhole ? [] : others.filter((other) => !isSame(other)) };
}

/**
 * Returns the most specific form that fits all values: dates and times, booleans, numbers, pairs, codes.
 * Null for text.
 * @param values distinct, none missing
 * @param delimiter the file's column delimiter; null if it has none
 */
export function chooseForm(
  name: string,
  values: readonly string[],
  delimiter: string | null,
): ChosenForm | null {
  if (values.length === 0) return null;
  const dates = chooseDatetime(name, values);
  if (dates !== null) return dates;
  const truth = booleanForm(values);
  if (truth !== null) return { form: truth, alternatives: [] };
  const number = areScientificCodes(name, values) ? null : chooseNumber(values, delimiter);
  if (number !== null) return number;
  const pair = choosePair(name, values);
  if (pair !== null) return { form: pair, alternatives: [] };
  const code = codeForm(values);
  return code === null ? labelled(name, values) : { form: code, alternatives: [] };
}
