import type { Column, Table } from '../../../table/table.ts';

/** Term of a sum (added or subtracted) or a product (multiplied or divided). */
export type AmountTerm = { column: number; factor: 1 | -1 };

/**
 * Amount of other columns:
 * - `sum`: the sum of the terms;
 * - `product`: the product of the terms, times a constant (interest = balance x rate x days /
 *   36500), plus an offset (fee = amount x .0165 + .1);
 * - `installment`: the equal payment that repays an amount at a rate (an annuity); the rate per
 *   period is `scale` times the column's value;
 * - `magnitude`: another amount without its sign.
 */
export type AmountFormula =
  | { kind: 'sum'; terms: AmountTerm[] }
  | { kind: 'product'; terms: AmountTerm[]; scale: number; offset?: number | undefined }
  | { kind: 'installment'; amount: number; rate: number; payments: number; scale: number }
  | { kind: 'magnitude'; of: number };

/** Number column derived from others, rounded to `decimals`; only its remainder is modeled. */
export type AmountLaw = { column: number; decimals: number } & AmountFormula;

/** Law that nearly all sampled rows keep; `isLargest` if a sum derives its largest column. */
export type AmountCandidate = { law: AmountLaw; isLargest: boolean };

export function sourcesOfAmounts(law: AmountFormula): number[] {
  if (law.kind === 'installment') return [law.amount, law.rate, law.payments];
  return law.kind === 'magnitude' ? [law.of] : law.terms.map(({ column }) => column);
}

/** Returns the only number in a text (36 of "36 months"); NaN if there is none, or several. */
function numberIn(word: string): number {
  const digits = word.match(/\d+/g);
  return digits?.length === 1 ? Number(digits[0]) : Number.NaN;
}

/** Numbers in the words of a dictionary, read once: the same one is looked at by rows of each group. */
const numbersInWords = new WeakMap<readonly string[], readonly number[]>();

/** Returns a column's numbers; for categories, the only number in each. */
export function numbersOf(column: Column): Float64Array {
  if (column.kind !== 'category') return column.values;
  const { dictionary } = column;
  const numbers = numbersInWords.get(dictionary) ?? dictionary.map(numberIn);
  numbersInWords.set(dictionary, numbers);
  return Float64Array.from(column.codes, (code) => numbers[code] ?? Number.NaN);
}

/** Rounds to `decimals`, halves away from zero, tolerating floating-point errors of sums. */
export function roundAmount(value: number, decimals: number): number {
  const unit = 10 ** decimals;
  const whole = Math.round(Math.abs(value) * unit * (1 + Number.EPSILON)) / unit;
  return value < 0 ? -whole : whole;
}

/** Returns the annuity payment: amount x r / (1 - (1 + r)^-n); without interest, equal parts. */
export function installmentOf(amount: number, rate: number, payments: number): number {
  return rate === 0 ? amount / payments : (amount * rate) / (1 - (1 + rate) ** -payments);
}

/** Formula of a law before rounding, given the row's values by column. */
type Formula = (at: (column: number) => number) => number;

function formulaOf(law: AmountFormula): Formula {
  if (law.kind === 'installment')
    return (at) => installmentOf(at(law.amount), at(law.rate) * law.scale, at(law.payments));
  if (law.kind === 'magnitude') return (at) => Math.abs(at(law.of));
  const { terms } = law;
  if (law.kind === 'sum')
    return (at) => terms.reduce((sum, { column, factor }) => sum + factor * at(column), 0);
  const { scale, offset = 0 } = law;
  // Division by zero gives no value.
  return (at) =>
    terms.reduce((product, { column, factor }) => product * at(column) ** factor, scale) + offset;
}

/** Computes a law's value in each row; NaN if a source is missing or the law is undefined. */
export function expectedAmounts(law: AmountLaw, { rows, columns }: Table): Float64Array {
  const sources = new Map(sourcesOfAmounts(law).map((c) => [c, numbersOf(columns[c])]));
  const formula = formulaOf(law);
  const expected = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const value = formula((column) => sources.get(column)?.[row] ?? Number.NaN);
    expected[row] = Number.isFinite(value) ? roundAmount(value, law.decimals) : Number.NaN;
  }
  return expected;
}
