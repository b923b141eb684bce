import type { BinnedColumn } from './accuracy-bins.ts';
import type { Quadruple } from './cover-triples.ts';

/** Rows at a time: their pairs of codes stay in a cache while one quadruple after another counts them. */
const BLOCK = 1 << 17;
/** Quadruples counted in one pass over the rows; their counts come to some 15 MB. */
const AT_ONCE = 256;

/** Codes of two columns in one, the second fastest. */
function pairCodes(
  a: BinnedColumn,
  { b, side, from, to }: { b: BinnedColumn; side: number; from: number; to: number },
) {
  const { size } = b;
  const codes = new (a.size * size <= 256 ? Uint8Array : Uint16Array)(to - from);
  const [first, second] = [a.codes[side], b.codes[side]];
  for (let i = 0; i < codes.length; i++) codes[i] = first[from + i] * size + second[from + i];
  return codes;
}

function addBlock(
  bins: readonly BinnedColumn[],
  {
    side,
    cover,
    counts,
    from,
    to,
  }: {
    side: number;
    cover: readonly Quadruple[];
    counts: readonly Uint32Array[];
    from: number;
    to: number;
  },
): void {
  const known = new Map<number, Uint8Array | Uint16Array>();
  const codesOf = (a: number, b: number) => {
    const key = a * bins.length + b;
    const codes = known.get(key) ?? pairCodes(bins[a], { b: bins[b], side, from, to });
    known.set(key, codes);
    return codes;
  };
  for (let i = 0; i < cover.length; i++) {
    const [a, b, c, d] = cover[i].columns;
    const [high, low] = [codesOf(a, b), codesOf(c, d)];
    const width = bins[c].size * bins[d].size;
    const cells = counts[i];
    // Not a function of its own: one that was taken into this would not be compiled as well
    for (let row = 0; row < high.length; row++) cells[high[row] * width + low[row]]++;
  }
}

/** How often each four codes occur together in the first and in the other table; the last column is fastest. */
export type QuadrupleCounts = Quadruple & { first: Uint32Array; second: Uint32Array };

/**
 * Counts every quadruple over all rows of side 0 and of another side. A part of the rows at a time, each pair of columns
 * is joined to one code, so that a row costs a quadruple two reads instead of four.
 *
 * @param step called between parts, with the quadruples done
 */
export function* quadrupleCounts(
  bins: readonly BinnedColumn[],
  {
    cover,
    side,
    step,
  }: { cover: readonly Quadruple[]; side: number; step: (done: number, total: number) => void },
): Generator<QuadrupleCounts> {
  for (let at = 0; at < cover.length; at += AT_ONCE) {
    const group = cover.slice(at, at + AT_ONCE);
    const zeros = () =>
      group.map(
        ({ columns }) =>
          new Uint32Array(columns.reduce((cells, column) => cells * bins[column].size, 1)),
      );
    const [first, second] = [zeros(), zeros()];
    for (const [s, counts] of [
      [0, first],
      [side, second],
    ] as const) {
      const rows = bins[0].codes[s].length;
      for (let from = 0; from < rows; from += BLOCK) {
        step(at, cover.length);
        addBlock(bins, { side: s, cover: group, counts, from, to: Math.min(rows, from + BLOCK) });
      }
    }
    for (const [i, quadruple] of group.entries()) {
      yield { ...quadruple, first: first[i], second: second[i] };
    }
  }
}

/**
 * The counts of some of a quadruple's four columns: the others are summed over.
 *
 * @param kept which of the four, in ascending order
 */
export function marginal(
  counts: Uint32Array,
  sizes: readonly [number, number, number, number],
  kept: readonly number[],
): Uint32Array {
  const weights = [0, 0, 0, 0];
  let cells = 1;
  for (const place of [...kept].reverse()) {
    weights[place] = cells;
    cells *= sizes[place];
  }
  const [wa, wb, wc, wd] = weights as [number, number, number, number];
  const [as, bs, cs, ds] = sizes;
  const out = new Uint32Array(cells);
  let at = 0;
  for (let a = 0; a < as; a++) {
    for (let b = 0; b < bs; b++) {
      for (let c = 0; c < cs; c++) {
        const to = a * wa + b * wb + c * wc;
        for (let d = 0; d < ds; d++) out[to + d * wd] += counts[at++];
      }
    }
  }
  return out;
}
