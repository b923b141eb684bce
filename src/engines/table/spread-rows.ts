import type { RandomStream } from '../random/stream.ts';

const MIN_ENTITIES = 25;
const MIN_ROWS_EACH = 5;

/**
 * Samples rows of a table with sequences so that several entities are represented. Entities are
 * ordered by first occurrence. If whole sequences in that order reach 25 entities (or 5 rows for
 * each), they are used and the last is cut. Otherwise each of that many entities contributes a
 * window of consecutive rows at a random start, of equal lengths as far as possible.
 *
 * @param entityOf entity of each row, in any order
 * @param rows number of rows, at most as many as there are
 * @returns ascending row indexes
 */
export function spreadRows(
  entityOf: ArrayLike<number | string>,
  rows: number,
  stream: RandomStream,
): Uint32Array {
  const places = new Map<number | string, number[]>();
  for (let row = 0; row < entityOf.length; row++) {
    const own = places.get(entityOf[row]);
    if (own === undefined) places.set(entityOf[row], [row]);
    else own.push(row);
  }
  const sequences = [...places.values()];
  const sequenceCount = Math.min(
    sequences.length,
    MIN_ENTITIES,
    Math.max(Math.min(2, rows), Math.floor(rows / MIN_ROWS_EACH)),
  );
  const spread = sequences.slice(0, sequenceCount);
  const fits = spread.reduce((sum, own) => sum + own.length, 0) <= rows;
  const selected = fits ? firstRows(sequences, rows) : windows(spread, rows, stream);
  return Uint32Array.from(selected).sort();
}

function firstRows(sequences: readonly number[][], rows: number): number[] {
  const selected: number[] = [];
  for (const own of sequences) {
    if (selected.length >= rows) break;
    selected.push(...own.slice(0, rows - selected.length));
  }
  return selected;
}

/** Returns the windows, shortest sequences first, so that longer ones fill their shortfall. */
function windows(sequences: readonly number[][], rows: number, stream: RandomStream): number[] {
  const byLength = sequences
    .map((own, place) => ({ own, place }))
    .sort((a, b) => a.own.length - b.own.length || a.place - b.place);
  let left = rows;
  return byLength.flatMap(({ own }, i) => {
    const share = Math.min(own.length, Math.floor(left / (byLength.length - i)));
    left -= share;
    const start = stream.below(own.length - share + 1);
    return own.slice(start, start + share);
  });
}
