import { inTurn, type Spread, type Task } from '../../spread.ts';
import { type Approximation, approximationOf, boundsRoom, fillBounds } from './approximation.ts';
import type { EncodedRows } from './encoded-rows.ts';
import { boxesPay, type RowIndex, rowIndex, searchIndex } from './row-index.ts';

/** Distances to the nearest and second nearest row of another table, per row. */
export type Nearest = { first: Float64Array; second: Float64Array };

const PART_ROWS = 500;

type Part = { from: number; to: number };

/** Splits rows into parts that threads can share. */
export const partsOf = (rows: number, size = PART_ROWS): Part[] =>
  Array.from({ length: rows === 0 ? 0 : Math.ceil(rows / size) }, (_, i) => ({
    from: i * size,
    to: Math.min(rows, (i + 1) * size),
  }));

/** Bytes of a row whose bounds rule most rows out. */
const FIRST_BYTES = 3;

type Searched = { from: EncodedRows; index: RowIndex; approximation: Approximation };

export const searchNearest: Task<Searched, Part, Nearest> = {
  name: 'search the nearest rows',
  run: ({ from, index, approximation }, part, pause) => {
    const { width, cells } = index;
    const first = new Float64Array(part.to - part.from);
    const second = new Float64Array(part.to - part.from);
    const boxes = boxesPay(index);
    const { bytes, start } = approximation;
    const bytesOfRow = start[1];
    const looked = Math.min(FIRST_BYTES, bytesOfRow);
    const bounds = boundsRoom(approximation);
    let own = from.cells;
    const best = new Float64Array(2);
    const read = (start: number, end: number) => {
      const point = own;
      let [smallest, secondSmallest] = best;
      for (let base = start * width; base < end * width; base += width) {
        let sum = 0;
        for (let c = 0; c < width && sum < secondSmallest; c++) {
          const difference = Math.abs(point[c] - cells[base + c]);
          sum += Math.min(1, difference);
        }
        if (sum >= secondSmallest) continue;
        if (sum < smallest) {
          secondSmallest = smallest;
          smallest = sum;
        } else secondSmallest = sum;
      }
      best[0] = smallest;
      best[1] = secondSmallest;
    };
    const scan = () => {
      fillBounds(approximation, own, bounds);
      let most = best[1];
      for (let row = 0, at = 0; at < bytes.length; row++, at += bytesOfRow) {
        let bound = 0;
        for (let b = 0; b < looked; b++) bound += bounds[256 * b + bytes[at + b]];
        if (bound >= most) continue;
        for (let b = looked; b < bytesOfRow; b++) bound += bounds[256 * b + bytes[at + b]];
        if (bound >= most) continue;
        read(row, row + 1);
        most = best[1];
      }
    };
    const visitor = {
      isDone: (parts: Float64Array) => {
        let sum = 0;
        for (let c = 0; c < width; c++) sum += parts[c];
        return sum >= best[1];
      },
      read,
    };
    for (let row = part.from; row < part.to; row++) {
      if ((row & 63) === 0) pause();
      own = from.cells.subarray(row * width, (row + 1) * width);
      best.fill(width + 1);
      if (boxes.pays()) boxes.add(searchIndex(index, own, visitor));
      else scan();
      first[row - part.from] = best[0] / width;
      second[row - part.from] = best[1] / width;
    }
    return { first, second };
  },
};

/**
 * Computes Gower's distance from each row to its two nearest rows of `reference`.
 *
 * @param step called between rows to report progress; may throw to stop
 */
export function nearest(
  from: EncodedRows,
  reference: EncodedRows,
  {
    step = () => {},
    spread = inTurn,
  }: {
    step?: ((done: number, total: number) => void) | undefined;
    spread?: Spread | undefined;
  } = {},
): Nearest {
  const inputs = partsOf(from.rows);
  const all = Array.from({ length: reference.width }, (_, c) => c);
  const index = rowIndex(reference, all);
  const found = spread.map(searchNearest, {
    shared: { from, index, approximation: approximationOf(index, [all]) },
    inputs,
    pause: (done) => step(done, inputs.length),
  });
  const joined = (side: keyof Nearest) => {
    const out = new Float64Array(from.rows);
    for (const [i, part] of inputs.entries()) out.set(found[i]![side], part.from);
    return out;
  };
  return { first: joined('first'), second: joined('second') };
}
