import type { Task } from '../../../spread.ts';
import { agreeingRows, type RowBits } from './agreeing-rows.ts';
import { type Agreement, agreementOf, type LinkedColumn, rarityOf } from './agreement.ts';

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

/** Returns the link to the person of the highest sum; `places` are their rows, all by default. */
function surestLink(
  sums: Float32Array,
  person: Uint32Array,
  places?: { rows: Uint32Array; found: number },
): Link {
  const length = places?.found ?? sums.length;
  let first = Number.NEGATIVE_INFINITY;
  let next = Number.NEGATIVE_INFINITY;
  let who = -1;
  for (let i = 0; i < length; i++) {
    const sum = sums[i];
    if (sum <= next) continue;
    const owner = person[places === undefined ? i : places.rows[i]];
    if (owner === who) first = Math.max(first, sum);
    else if (sum > first) {
      next = first;
      first = sum;
      who = owner;
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

type Shared = {
  columns: readonly LinkedColumn[];
  person: Uint32Array;
  /** Index of many rows; null compares all. */
  index: RowBits | null;
};

/** Links rows by comparison with all real rows. */
function linkToAll({ columns, person }: Shared): (row: number) => Link {
  const rarity = rarityOf(person.length);
  const fours = inFours(
    columns.map((column) => ({ codes: column.real.codes, agreement: agreementOf(column, rarity) })),
  );
  const sums = new Float32Array(person.length);
  return (row) => {
    sums.fill(0);
    for (const { codes, agreements } of fours) {
      const weights = agreements.map((agreement) => agreement(row));
      addFour(sums, codes, weights);
    }
    return surestLink(sums, person);
  };
}

/** Links rows by comparison with those that agree in the most columns. */
function linkToAgreeing(shared: Shared, index: RowBits): (row: number) => Link {
  const { columns, person } = shared;
  const rarity = rarityOf(person.length);
  const agreements = columns.map((column) => agreementOf(column, rarity));
  const width = columns.length;
  const search = agreeingRows(index);
  const sums = new Float32Array(person.length);
  const toAll = linkToAll(shared);
  return (synthetic) => {
    const agreeing = search(synthetic);
    const { rows, found } = agreeing;
    const weights = agreements.map((agreement) => agreement(synthetic));
    for (let i = 0; i < found; i++) {
      const first = rows[i] * width;
      let sum = 0;
      for (let c = 0; c < width; c++) sum += weights[c][index.codes[first + c]];
      sums[i] = sum;
    }
    const link = surestLink(sums, person, agreeing);
    // One person has all the rows: the second best is elsewhere.
    return Number.isFinite(link.margin) ? link : toAll(synthetic);
  };
}

/** Links a part of the synthetic rows. */
export const linkPart: Task<Shared, { from: number; to: number }, Link[]> = {
  name: 'link rows to people',
  run: (shared, { from, to }, pause) => {
    const link = shared.index === null ? linkToAll(shared) : linkToAgreeing(shared, shared.index);
    return Array.from({ length: to - from }, (_, i) => {
      if ((i & 63) === 0) pause();
      return link(from + i);
    });
  },
};
