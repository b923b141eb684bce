import type { BinnedColumn } from './accuracy-bins.ts';
import type { Quadruple } from './cover-triples.ts';

/** Rows per block, so that their pair codes stay in cache for all quadruples. */
const BLOCK = 1 << 17;
/** Quadruples counted in one pass over the rows; their counts take some 15 MB. */
const AT_ONCE = 256;

/** Combines codes of two columns, the second varying fastest. */
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
  const codesByPair = new Map<number, Uint8Array | Uint16Array>();
  const codesOf = (a: number, b: number) => {
    const key = a * bins.length + b;
    const codes = codesByPair.get(key) ?? pairCodes(bins[a], { b: bins[b], side, from, to });
    codesByPair.set(key, codes);
    return codes;
  };
  for (let i = 0; i < cover.length; i++) {
    const [a, b, c, d] = cover[i].columns;
    const [high, low] = [codesOf(a, b), codesOf(c, d)];
    const width = bins[c].size * bins[d].size;
    const cells = counts[i];
    // Kept inline: extracted as a function, it is compiled less well.
    for (let row = 0; row < high.length; row++) cells[high[row] * width + low[row]]++;
  }
}

/** Counts of each combination of four codes in both tables; the last column varies fastest. */
export type QuadrupleCounts = Quadruple & { first: Uint32Array; second: Uint32Array };

/**
 * Counts every quadruple over all rows of side 0 and of another side. Per block of rows, pairs of
 * columns are first combined to one code, which halves the reads per quadruple.
 *
 * @param step called between parts with the number of finished quadruples
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
 * Sums a quadruple's counts over all but some of its columns.
 *
 * @param axes indexes of the remaining columns, ascending
 */
export function marginal(
  counts: Uint32Array,
  sizes: readonly [number, number, number, number],
  axes: readonly number[],
): Uint32Array {
  const weights = [0, 0, 0, 0];
  let cells = 1;
  for (const place of [...axes].reverse()) {
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
