import type { Column, Table } from '../../../table/table.ts';

/** A column's part in a sum, or in a product: added or taken away, multiplied or divided by. */
export type AmountTerm = { column: number; factor: 1 | -1 };

/**
 * A column of numbers that follows from others but for rounding, which is learned in its place:
 * - `sum`: the sum of the terms;
 * - `product`: the terms multiplied, times a fixed number (interest = balance x rate x days / 36500);
 * - `installment`: what pays off an amount in so many equal payments at a rate (an annuity), the rate of a period
 *   being `scale` times what the column holds;
 * - `magnitude`: another's amount without its sign.
 *
 * Each is written with so many decimals.
 */
export type AmountLaw = { column: number; decimals: number } & (
  | { kind: 'sum'; terms: AmountTerm[] }
  | { kind: 'product'; terms: AmountTerm[]; scale: number }
  | { kind: 'installment'; amount: number; rate: number; payments: number; scale: number }
  | { kind: 'magnitude'; of: number }
);

/** Columns that a law reads. */
export function sourcesOfAmounts(law: AmountLaw): number[] {
  if (law.kind === 'installment') return [law.amount, law.rate, law.payments];
  return law.kind === 'magnitude' ? [law.of] : law.terms.map(({ column }) => column);
}

/** The one number in a word, as the 36 of "36 months"; NaN where there is none, or several. */
function numberIn(word: string): number {
  const found = word.match(/\d+/g);
  return found?.length === 1 ? Number(found[0]) : Number.NaN;
}

/** A column's numbers; of words, the one number in each. */
export function numbersOf(column: Column): Float64Array {
  if (column.kind !== 'category') return column.values;
  const numbers = column.dictionary.map(numberIn);
  return Float64Array.from(column.codes, (code) => numbers[code] ?? Number.NaN);
}

/** Rounded to so many decimals, halves away from zero, as amounts are written; a tiny error of sums is none. */
export function roundAmount(value: number, decimals: number): number {
  const unit = 10 ** decimals;
  const whole = Math.round(Math.abs(value) * unit * (1 + Number.EPSILON)) / unit;
  return value < 0 ? -whole : whole;
}

/** The equal payment of an annuity: amount x r / (1 - (1 + r)^-n); without interest the amount in equal parts. */
export function installmentOf(amount: number, rate: number, payments: number): number {
  return rate === 0 ? amount / payments : (amount * rate) / (1 - (1 + rate) ** -payments);
}

/** What the law says of a row, before it is rounded, by the values of the columns in that row. */
type Formula = (at: (column: number) => number) => number;

function formulaOf(law: AmountLaw): Formula {
  if (law.kind === 'installment')
    return (at) => installmentOf(at(law.amount), at(law.rate) * law.scale, at(law.payments));
  if (law.kind === 'magnitude') return (at) => Math.abs(at(law.of));
  const { terms } = law;
  if (law.kind === 'sum')
    return (at) => terms.reduce((sum, { column, factor }) => sum + factor * at(column), 0);
  return (at) =>
    terms.reduce(
      (product, { column, factor }) => product * at(column) ** factor,
      // A division by nothing says nothing.
      law.scale,
    );
}

/** What a law says of each row; NaN where one of its columns holds nothing, or the law can say nothing. */
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
