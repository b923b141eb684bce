import { inTurn, type Spread, type Task } from '../../../spread.ts';
import { type Approximation, approximationOf, boundsRoom, fillBounds } from '../approximation.ts';
import type { EncodedRows } from '../encoded-rows.ts';
import { partsOf } from '../nearest.ts';
import { boxesPay, type RowIndex, rowIndex, searchIndex } from '../row-index.ts';
import { NearestFew } from './nearest-few.ts';

/** Synthetic matches per target, for an attacker who knows some of the target's columns. */
export type Found = {
  /** The k nearest rows by the first group of columns, then by the second: k indices per target. */
  links: [Int32Array, Int32Array];
  /** For each secret, the nearest row by all other columns. */
  guesses: Int32Array[];
  distance: Float64Array;
};

/** Synthetic rows as an attacker searches them. */
export type SearchedRows = {
  /** Indexes of the first group of columns, of the second, and of all. */
  indexes: [RowIndex, RowIndex, RowIndex];
  /** Both groups of the index of all columns. */
  approximation: Approximation;
  /** Columns before this index are a linking attacker's first group, the others the second. */
  split: number;
};

type Searched = SearchedRows & { targets: EncodedRows; secrets: readonly number[]; k: number };

/** Indexes synthetic rows for searches. */
export function searchedRows(synthetic: EncodedRows, split: number): SearchedRows {
  const all = Array.from({ length: synthetic.width }, (_, c) => c);
  const groups = [all.slice(0, split), all.slice(split)] as const;
  const whole = rowIndex(synthetic, all);
  return {
    indexes: [rowIndex(synthetic, groups[0]), rowIndex(synthetic, groups[1]), whole],
    approximation: approximationOf(whole, groups),
    split,
  };
}

/** Allowance for rounding where a difference is subtracted from a sum. */
const ROUNDING = 1e-9;

/** Returns a search of the rows nearest by one group of columns. */
function groupSearch(index: RowIndex, few: NearestFew) {
  const { columns, width, cells, ids } = index;
  const [first, last] = [columns[0] ?? 0, (columns[columns.length - 1] ?? -1) + 1];
  let own = cells;
  const visitor = {
    isDone: (parts: Float64Array, firstId: number) => {
      let sum = 0;
      for (let c = 0; c < parts.length; c++) sum += parts[c];
      return !few.isNearer(sum, firstId);
    },
    read: (from: number, to: number) => {
      for (let i = from; i < to; i++) {
        const base = i * width;
        let sum = 0;
        for (let c = first; c < last && sum <= few.worst; c++)
          sum += Math.min(1, Math.abs(own[c] - cells[base + c]));
        if (few.isNearer(sum, ids[i])) few.add(sum, ids[i]);
      }
    },
  };
  return (point: Float32Array) => {
    own = point;
    return searchIndex(index, point, visitor);
  };
}

const [WHOLE, FARTHEST] = [0, 1];

/** Nearest rows by all columns, and by all but each secret; all groups at once where boxes don't pay. */
function wholeSearch(
  index: RowIndex,
  {
    approximation,
    split,
    secrets,
    guesses,
    groups: [first, second],
  }: Pick<Searched, 'approximation' | 'split' | 'secrets'> & {
    guesses: readonly Int32Array[];
    groups: readonly [NearestFew, NearestFew];
  },
) {
  const { width, cells, ids } = index;
  const least = new Float64Array(secrets.length);
  const best = new Float64Array(2);
  const secretAt = Int32Array.from(secrets);
  let own = cells;
  let at = 0;
  const improve = (sum: number, place: number) => {
    if (sum < best[WHOLE]) best[WHOLE] = sum;
    // A secret lowers the distance by at most 1: a farther row can't become the nearest.
    if (sum - 1 > best[FARTHEST]) return;
    const row = ids[place];
    let farthest = 0;
    for (let s = 0; s < secretAt.length; s++) {
      const secret = secretAt[s];
      const rest = sum - Math.min(1, Math.abs(own[secret] - cells[place * width + secret]));
      if (rest < least[s] || (rest === least[s] && row < guesses[s][at])) {
        least[s] = rest;
        guesses[s][at] = row;
      }
      if (least[s] > farthest) farthest = least[s];
    }
    best[FARTHEST] = farthest;
  };
  const visitor = {
    isDone: (differences: Float64Array) => {
      let a = 0;
      for (let c = 0; c < split; c++) a += differences[c];
      let b = 0;
      for (let c = split; c < width; c++) b += differences[c];
      const sum = a + b;
      if (sum < best[WHOLE]) return false;
      for (let s = 0; s < secretAt.length; s++)
        if (sum - differences[secretAt[s]] <= least[s] + ROUNDING) return false;
      return true;
    },
    read: (from: number, to: number) => {
      const point = own;
      for (let i = from; i < to; i++) {
        const sum = sumOf(point, 0, split, i) + sumOf(point, split, width, i);
        if (sum < best[WHOLE] || sum - 1 <= best[FARTHEST]) improve(sum, i);
      }
    },
  };
  const sumOf = (point: Float32Array, from: number, to: number, i: number): number => {
    let sum = 0;
    for (let c = from; c < to; c++) {
      const part = Math.abs(point[c] - cells[i * width + c]);
      sum += part < 1 ? part : 1;
    }
    return sum;
  };
  const { bytes, start } = approximation;
  const bounds = boundsRoom(approximation);
  const scan = () => {
    const point = own;
    fillBounds(approximation, point, bounds);
    const [, middle, bytesOfRow] = start;
    for (let i = 0, at = 0; at < bytes.length; i++, at += bytesOfRow) {
      let least = 0;
      for (let b = 0; b < middle; b++) least += bounds[256 * b + bytes[at + b]];
      let rest = 0;
      for (let b = middle; b < bytesOfRow; b++) rest += bounds[256 * b + bytes[at + b]];
      const isFar = least + rest >= best[WHOLE] && least + rest - 1 > best[FARTHEST];
      if (isFar && least > first.worst && rest > second.worst) continue;
      const a = sumOf(point, 0, split, i);
      const b = sumOf(point, split, width, i);
      if (a <= first.worst && first.isNearer(a, ids[i])) first.add(a, ids[i]);
      if (b <= second.worst && second.isNearer(b, ids[i])) second.add(b, ids[i]);
      const sum = a + b;
      if (sum < best[WHOLE] || sum - 1 <= best[FARTHEST]) improve(sum, i);
    }
  };
  return {
    begin: (target: number, point: Float32Array) => {
      own = point;
      at = target;
      best.fill(Number.POSITIVE_INFINITY);
      least.fill(Number.POSITIVE_INFINITY);
      first.begin(target);
      second.begin(target);
    },
    search: () => searchIndex(index, own, visitor),
    scan,
    distance: () => best[WHOLE] / width,
  };
}

export const searchTargets: Task<Searched, { from: number; to: number }, Found> = {
  name: 'search for targets',
  run: ({ targets, indexes, approximation, split, secrets, k }, { from, to }, pause) => {
    const rows = to - from;
    const first = new NearestFew(rows, k);
    const second = new NearestFew(rows, k);
    const guesses = secrets.map(() => new Int32Array(rows));
    const distance = new Float64Array(rows);
    const searchFirst = groupSearch(indexes[0], first);
    const searchSecond = groupSearch(indexes[1], second);
    const whole = wholeSearch(indexes[2], {
      approximation,
      split,
      secrets,
      guesses,
      groups: [first, second],
    });
    const boxes = boxesPay(indexes[2]);
    const { width } = targets;
    for (let i = 0; i < rows; i++) {
      if ((i & 63) === 0) pause();
      const point = targets.cells.subarray((from + i) * width, (from + i + 1) * width);
      whole.begin(i, point);
      if (boxes.pays()) boxes.add(searchFirst(point) + searchSecond(point) + whole.search());
      else whole.scan();
      distance[i] = whole.distance();
    }
    return { links: [first.rows, second.rows], guesses, distance };
  },
};

function joined<List extends Int32Array | Float64Array>(out: List, lists: readonly List[]): List {
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

/**
 * Searches for linkability, every inference and membership in indexes of the synthetic rows. The
 * first of equally near rows counts: callers shuffle the rows.
 */
export function searchAttack({
  targets,
  searched,
  secrets,
  k = 1,
  spread = inTurn,
  step = () => {},
}: {
  targets: EncodedRows;
  searched: SearchedRows;
  /** Columns that an inferring attacker does not know, one at a time. */
  secrets: readonly number[];
  /** Number of rows that a linking attacker finds per target. */
  k?: number;
  spread?: Spread | undefined;
  /** Called every 64 targets to report progress; may throw to stop. */
  step?: (done: number, total: number) => void;
}): Found {
  const inputs = partsOf(targets.rows);
  const found = spread.map(searchTargets, {
    shared: { ...searched, targets, secrets, k },
    inputs,
    pause: (done) => step(done, inputs.length),
  });
  const { rows } = targets;
  const link = (group: 0 | 1) =>
    joined(
      new Int32Array(rows * k),
      found.map(({ links }) => links[group]),
    );
  return {
    links: [link(0), link(1)],
    guesses: secrets.map((_, s) =>
      joined(
        new Int32Array(rows),
        found.map(({ guesses }) => guesses[s]),
      ),
    ),
    distance: joined(
      new Float64Array(rows),
      found.map(({ distance }) => distance),
    ),
  };
}
