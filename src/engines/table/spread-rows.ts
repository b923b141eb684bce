import type { RandomStream } from '../random/stream.ts';

/** Entities that a small sample draws from, where there are so many. */
const MIN_ENTITIES = 25;
/** Rows that each of them has at least: fewer would tell no history. */
const MIN_ROWS_EACH = 5;

/**
 * Which rows a sample of a table with histories takes, so that it is never the history of one entity by accident.
 * Entities come in the order of their first row. As long as whole histories in that order reach 25 entities (or 5 rows
 * for each), they are taken whole and the last is cut. Otherwise each of that many entities gives rows that follow one
 * another, equally many as far as it has them, from a place that is drawn.
 *
 * @param entityOf of each row; an entity's rows need not stand together
 * @param rows wanted, at most as many as there are
 * @returns places of rows, ascending
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
  const histories = [...places.values()];
  const wanted = Math.min(
    histories.length,
    MIN_ENTITIES,
    Math.max(Math.min(2, rows), Math.floor(rows / MIN_ROWS_EACH)),
  );
  const spread = histories.slice(0, wanted);
  const whole = spread.reduce((sum, own) => sum + own.length, 0) <= rows;
  const taken = whole ? firstRows(histories, rows) : windows(spread, rows, stream);
  return Uint32Array.from(taken).sort();
}

function firstRows(histories: readonly number[][], rows: number): number[] {
  const taken: number[] = [];
  for (const own of histories) {
    if (taken.length >= rows) break;
    taken.push(...own.slice(0, rows - taken.length));
  }
  return taken;
}

/** Shortest histories first, so that what they lack is shared by the longer ones. */
function windows(histories: readonly number[][], rows: number, stream: RandomStream): number[] {
  const byLength = histories
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
