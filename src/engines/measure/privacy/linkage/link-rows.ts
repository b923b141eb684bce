import type { SidedColumn } from '../../quality/align-columns.ts';
import { type Agreement, agreementOf } from './agreement.ts';
import { columnShares } from './column-shares.ts';
import { type RealRow, realValues } from './real-values.ts';

function addFour(
  sums: Float32Array,
  codes: readonly Int32Array[],
  weights: readonly Float32Array[],
) {
  const [a, b, c, d] = codes;
  const [ofA, ofB, ofC, ofD] = weights;
  for (let i = 0; i < sums.length; i++) {
    sums[i] += ofA[a[i]] + ofB[b[i]] + (ofC[c[i]] + ofD[d[i]]);
  }
}

export type Link = {
  person: number;
  /** Agreement with this person minus the agreement with the second best. */
  margin: number;
};

function surestLink(sums: Float32Array, person: Uint32Array): Link {
  let first = Number.NEGATIVE_INFINITY;
  let next = Number.NEGATIVE_INFINITY;
  let who = -1;
  for (let i = 0; i < sums.length; i++) {
    const sum = sums[i];
    if (sum <= next) continue;
    if (person[i] === who) first = Math.max(first, sum);
    else if (sum > first) {
      next = first;
      first = sum;
      who = person[i];
    } else next = sum;
  }
  return { person: who, margin: first - next };
}

type Four = { codes: Int32Array[]; agreements: Agreement[] };

/** Groups columns by fours, padding the last group with columns of weight 0. */
function inFours(columns: readonly { codes: Int32Array; agreement: Agreement }[]): Four[] {
  const rows = columns[0].codes.length;
  return Array.from({ length: Math.ceil(columns.length / 4) }, (_, i) => {
    const four = columns.slice(4 * i, 4 * i + 4);
    const nothing = { codes: new Int32Array(rows), agreement: () => new Float32Array(1) };
    while (four.length < 4) four.push(nothing);
    return {
      codes: four.map(({ codes }) => codes),
      agreements: four.map(({ agreement }) => agreement),
    };
  });
}

/**
 * Links each synthetic row to the real person with the highest agreement, summed over columns.
 *
 * @param real candidate rows
 * @param person of each candidate row
 * @param made synthetic rows to link
 * @param step called every 64 rows to report progress; may throw to stop
 */
export function linkRows(
  columns: readonly SidedColumn[],
  {
    real,
    person,
    syntheticRows,
    step,
  }: {
    real: readonly RealRow[];
    person: Uint32Array;
    syntheticRows: Uint32Array;
    step: (done: number, total: number) => void;
  },
): Link[] {
  const values = columns.map((column) => realValues(column, real));
  const shares = columnShares(values.map(({ codes }) => codes));
  const fours = inFours(
    columns.map((column, c) => ({
      codes: values[c].codes,
      agreement: agreementOf(column, values[c], shares[c]),
    })),
  );
  const sums = new Float32Array(real.length);
  return Array.from(syntheticRows, (row, i) => {
    if ((i & 63) === 0) step(i, syntheticRows.length);
    sums.fill(0);
    for (const { codes, agreements } of fours) {
      const weights = agreements.map((agreement) => agreement(row));
      addFour(sums, codes, weights);
    }
    return surestLink(sums, person);
  });
}
