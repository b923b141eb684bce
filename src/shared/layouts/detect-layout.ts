import {
  type ColumnForm,
  type ColumnLayout,
  NULL_WORDS,
  type NumberForm,
} from '../column-layout.ts';
import { type ChosenForm, chooseForm } from './choose-form.ts';
import { escapeRegExp } from './datetime-pattern.ts';
import { formReader } from './form-reader.ts';
import { isNumeric } from './is-numeric.ts';
import { typeOfForm } from './type-of-form.ts';

const SAMPLE = 1000;
const MISFITS = 300;
/** Share of unrecognized numeric values that makes a column `unknown` instead of text. */
const NUMERIC_SHARE = 0.9;

function withDecimals(form: NumberForm, values: readonly string[]): NumberForm {
  const digits = new RegExp(`${escapeRegExp(form.decimalMark)}([0-9]*)[^0-9]*$`);
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const value of values) {
    const length = digits.exec(value)?.[1]?.length ?? 0;
    if (length < least) least = length;
    if (length > most) most = length;
  }
  const decimals = values.some((value) => /[eE]-/.test(value))
    ? Math.max(most, form.decimals)
    : most;
  return { ...form, minDecimals: Math.min(least, decimals), decimals };
}

const withAllDecimals = (form: ColumnForm, values: readonly string[]): ColumnForm =>
  form.kind === 'number' ? withDecimals(form, values) : form;

/** Finds a form that fits all values, from a sample and then the values that did not fit. */
function settle(name: string, values: readonly string[]): ChosenForm | null {
  const sample = values.slice(0, SAMPLE);
  for (;;) {
    const chosen = chooseForm(name, sample, null);
    if (chosen === null) return null;
    const fits = formReader(chosen.form);
    const misfits: string[] = [];
    for (const value of values) {
      if (misfits.length < MISFITS && !fits(value)) misfits.push(value);
    }
    if (misfits.length === 0) return chosen;
    sample.push(...misfits);
  }
}

/** Detects the layout of an in-memory column; null is a missing value. */
export function detectLayout(
  name: string,
  texts: readonly (string | null | undefined)[],
): ColumnLayout {
  const counts = new Map<string, number>();
  let present = 0;
  for (const text of texts) {
    if (text === null || text === undefined) continue;
    counts.set(text, (counts.get(text) ?? 0) + 1);
    present++;
  }
  const values = [...counts.keys()].filter((value) => !NULL_WORDS.includes(value));
  const chosen = settle(name, values);
  const base = { name, ambiguous: false, alternatives: [], notices: [] };
  if (chosen === null) {
    const numeric = values.filter(isNumeric).reduce((sum, value) => sum + counts.get(value)!, 0);
    const kind = present > 0 && numeric > NUMERIC_SHARE * present ? 'unknown' : 'text';
    return { ...base, type: 'text', form: { kind }, nullWords: [], values: present, fits: present };
  }
  const empty = texts.length - present;
  const nulls: [string, number][] = [
    ...NULL_WORDS.map((word): [string, number] => [word, counts.get(word) ?? 0]),
    ['', empty + (counts.get('') ?? 0)],
  ];
  const nullWords = [...new Map(nulls)]
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1]);
  const missing = [...NULL_WORDS].reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
  const form = withAllDecimals(chosen.form, values);
  const alternatives = chosen.alternatives.filter((other) => values.every(formReader(other)));
  return {
    ...base,
    type: typeOfForm(form),
    form,
    nullWords: nullWords.map(([word]) => word),
    values: present - missing,
    fits: present - missing,
    alternatives,
    ambiguous: alternatives.length > 0,
  };
}
