import type { Task } from '../../../spread.ts';
import { type Agreement, agreementOf, type LinkedColumn } from './agreement.ts';

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

type Shared = { columns: readonly LinkedColumn[]; person: Uint32Array };

/** Links a part of the synthetic rows. */
export const linkPart: Task<Shared, { from: number; to: number }, Link[]> = {
  name: 'link rows to people',
  run: ({ columns, person }, { from, to }, pause) => {
    const fours = inFours(
      columns.map((column) => ({ codes: column.real.codes, agreement: agreementOf(column) })),
    );
    const sums = new Float32Array(person.length);
    return Array.from({ length: to - from }, (_, i) => {
      if ((i & 63) === 0) pause();
      sums.fill(0);
      for (const { codes, agreements } of fours) {
        const weights = agreements.map((agreement) => agreement(from + i));
        addFour(sums, codes, weights);
      }
      return surestLink(sums, person);
    });
  },
};
