import type { Column, Table } from '../../../table/table.ts';

/** Term of a sum (added or subtracted) or a product (multiplied or divided). */
export type AmountTerm = { column: number; factor: 1 | -1 };

/**
 * Amount of other columns:
 * - `sum`: the sum of the terms;
 * - `product`: the product of the terms, times a constant (interest = balance x rate x days /
 *   36500), plus an offset (fee = amount x .0165 + .1) or a column (net = units x price + base fee);
 * - `ratio`: the sum of the terms over another column, as a share or a percentage;
 * - `installment`: the equal payment that repays an amount at a rate (an annuity); the rate per
 *   period is `scale` times the column's value;
 * - `magnitude`: another amount without its sign.
 */
export type AmountFormula =
  | { kind: 'sum'; terms: AmountTerm[] }
  | {
      kind: 'product';
      terms: AmountTerm[];
      scale: number;
      offset?: number | undefined;
      plus?: number | undefined;
    }
  | { kind: 'ratio'; terms: AmountTerm[]; by: number; scale: number }
  | { kind: 'installment'; amount: number; rate: number; payments: number; scale: number }
  | { kind: 'magnitude'; of: number };

/** Number column derived from others, rounded to `decimals`; only its remainder is modeled. */
export type AmountLaw = { column: number; decimals: number } & AmountFormula;

/** Law that nearly all sampled rows keep; `isLargest` if a sum derives its largest column. */
export type AmountCandidate = { law: AmountLaw; isLargest: boolean };

export function sourcesOfAmounts(law: AmountFormula): number[] {
  if (law.kind === 'installment') return [law.amount, law.rate, law.payments];
  if (law.kind === 'magnitude') return [law.of];
  const terms = law.terms.map(({ column }) => column);
  if (law.kind === 'ratio') return [...new Set([...terms, law.by])];
  return law.kind === 'product' && law.plus !== undefined ? [...terms, law.plus] : terms;
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
  const { dictionary, codes } = column;
  const numbers = numbersInWords.get(dictionary) ?? dictionary.map(numberIn);
  numbersInWords.set(dictionary, numbers);
  const values = new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++) values[row] = numbers[codes[row]] ?? Number.NaN;
  return values;
}

const UNITS = Array.from({ length: 16 }, (_, decimals) => 10 ** decimals);

/** Rounds to `decimals`, halves away from zero, tolerating floating-point errors of sums. */
export function roundAmount(value: number, decimals: number): number {
  const unit = UNITS[decimals] ?? 10 ** decimals;
  const whole = Math.round(Math.abs(value) * unit * (1 + Number.EPSILON)) / unit;
  return value < 0 ? -whole : whole;
}

/** Returns the annuity payment: amount x r / (1 - (1 + r)^-n); without interest, equal parts. */
export function installmentOf(amount: number, rate: number, payments: number): number {
  return rate === 0 ? amount / payments : (amount * rate) / (1 - (1 + rate) ** -payments);
}

/** Returns a function that computes a formula in a row, before rounding. */
function exactAt(
  formula: AmountFormula,
  valuesOf: (column: number) => Float64Array,
): (row: number) => number {
  if (formula.kind === 'installment') {
    const { scale } = formula;
    const [amount, rate, payments] = sourcesOfAmounts(formula).map(valuesOf);
    return (row) => installmentOf(amount[row], rate[row] * scale, payments[row]);
  }
  if (formula.kind === 'magnitude') {
    const values = valuesOf(formula.of);
    return (row) => Math.abs(values[row]);
  }
  const parts = formula.terms.map(({ column, factor }) => ({ values: valuesOf(column), factor }));
  if (formula.kind !== 'product') {
    const sumAt = (row: number) => {
      let sum = 0;
      for (const { values, factor } of parts) sum += factor * values[row];
      return sum;
    };
    if (formula.kind === 'sum') return sumAt;
    const { by, scale } = formula;
    const divisors = valuesOf(by);
    return (row) => (scale * sumAt(row)) / divisors[row];
  }
  const { scale, offset = 0, plus } = formula;
  const added = plus === undefined ? null : valuesOf(plus);
  // Division by zero gives no value.
  return (row) => {
    let product = scale;
    for (const { values, factor } of parts)
      product *= factor > 0 ? values[row] : values[row] ** factor;
    return product + offset + (added === null ? 0 : added[row]);
  };
}

/** Returns a function that computes a rounded amount in a row; NaN for a missing source or none. */
export function amountAt(
  formula: AmountFormula & { decimals: number },
  { columns }: Pick<Table, 'columns'>,
): (row: number) => number {
  const { decimals } = formula;
  const exact = exactAt(formula, (column) => numbersOf(columns[column]));
  return (row) => {
    const value = exact(row);
    return Number.isFinite(value) ? roundAmount(value, decimals) : Number.NaN;
  };
}

/** Computes a law's value in each row. */
export function expectedAmounts(law: AmountLaw, table: Table): Float64Array {
  const expected = new Float64Array(table.rows);
  const at = amountAt(law, table);
  for (let row = 0; row < table.rows; row++) expected[row] = at(row);
  return expected;
}
