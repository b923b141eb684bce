import { squareRoot } from '../../random/exponential.ts';
import { of, type Totals } from '../world/book.ts';
import { type RowOf, table } from '../world/tables.ts';

export const triangleTable = table(
  'triangle',
  {
    line: 'text',
    accident_year: 'integer',
    development_months: 'integer',
    paid: 'numeric',
    incurred: 'numeric',
  },
  { key: ['line', 'accident_year', 'development_months'] },
);

/** Cumulative amounts, or counts of reported claims, by accident year and development year, up to the last valuation. */
export function cumulative(
  totals: Totals,
  {
    kind,
    line,
    first,
    last,
  }: { kind: 'paid' | 'incurred' | 'reported'; line: string; first: number; last: number },
): number[][] {
  return Array.from({ length: last - first + 1 }, (_, i) => {
    let sum = 0;
    return Array.from({ length: last - first + 1 - i }, (_, lag) => {
      sum += of(totals, `${kind} ${line} ${first + i} ${lag}`);
      return sum;
    });
  });
}

export function triangleRows(
  totals: Totals,
  { lines, first, last }: { lines: readonly string[]; first: number; last: number },
): RowOf<typeof triangleTable>[] {
  return lines.flatMap((line) => {
    const paid = cumulative(totals, { kind: 'paid', line, first, last });
    const incurred = cumulative(totals, { kind: 'incurred', line, first, last });
    return paid.flatMap((row, i) =>
      row.map((amount, lag) => ({
        line,
        accident_year: first + i,
        development_months: 12 * (lag + 1),
        paid: amount,
        incurred: incurred[i][lag],
      })),
    );
  });
}

const square = (x: number): number => x * x;

/** Volume-weighted development factors of a triangle, from one year to the next. */
export const developmentFactors = (triangle: readonly number[][]): number[] =>
  Array.from({ length: triangle.length - 1 }, (_, lag) => {
    const rows = triangle.filter((row) => row.length > lag + 1);
    const sum = (column: number) => rows.reduce((total, row) => total + row[column], 0);
    return sum(lag + 1) / sum(lag);
  });

/**
 * Estimates ultimate and its standard error by the chain ladder (Mack, "Distribution-free
 * calculation of the standard error of chain ladder reserve estimates", ASTIN Bulletin 23, 1993),
 * without a tail. The variance of the last factor is the smaller of the two before it and their
 * extrapolation, as there.
 */
export function chainLadder(triangle: readonly number[][]): {
  ultimate: number[];
  standardError: number;
} {
  const n = triangle.length;
  const factors = developmentFactors(triangle);
  const variance = factors.map((factor, lag) => {
    const rows = triangle.filter((row) => row.length > lag + 1);
    const sum = rows.reduce(
      (total, row) => total + row[lag] * square(row[lag + 1] / row[lag] - factor),
      0,
    );
    return rows.length > 1 ? sum / (rows.length - 1) : Number.NaN;
  });
  const last = variance.length - 1;
  if (last >= 2) {
    const [before, after] = [variance[last - 2], variance[last - 1]];
    variance[last] = Math.min(before, after, before === 0 ? 0 : (after * after) / before);
  }
  const ultimate = triangle.map((row) =>
    factors.slice(row.length - 1).reduce((sum, f) => sum * f, row.at(-1)!),
  );
  let total = 0;
  for (let i = 1; i < n; i++) {
    let own = 0;
    let shared = 0;
    const later = ultimate.slice(i + 1).reduce((sum, u) => sum + u, 0);
    let projected = triangle[i].at(-1)!;
    for (let lag = n - 1 - i; lag < n - 1; lag++) {
      const base = triangle.slice(0, n - 1 - lag).reduce((sum, row) => sum + row[lag], 0);
      const relative = variance[lag] / (factors[lag] * factors[lag]);
      own += relative * (1 / projected + 1 / base);
      shared += (2 * relative) / base;
      projected *= factors[lag];
    }
    total += ultimate[i] * ultimate[i] * own + ultimate[i] * later * shared;
  }
  return { ultimate, standardError: squareRoot(total) };
}
