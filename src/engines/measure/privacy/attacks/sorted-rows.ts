import { firstAbove, firstNotBelow } from '../../../table/search-sorted.ts';
import type { SidedColumn } from '../../quality/align-columns.ts';
import { cellsOf } from '../row-keys.ts';
import { type Condition, holds } from './condition.ts';

/** Rows in the order of a column's cells, missing numbers last. */
type Sorted = { rows: Uint32Array; cells: Float64Array };

function sortedBy(cells: ArrayLike<number>, rows: Uint32Array): Sorted {
  const own = Float64Array.from(rows, (row) => cells[row]);
  const present = own.filter((cell) => !Number.isNaN(cell)).sort();
  const used = new Uint32Array(present.length);
  const sorted = new Uint32Array(rows.length);
  let missing = present.length;
  own.forEach((value, i) => {
    const at = Number.isNaN(value) ? missing++ : firstNotBelow(present, { value });
    sorted[at < present.length ? at + used[at]++ : at] = rows[i];
  });
  return { rows: sorted, cells: present };
}

function rangeOf({ rows, cells }: Sorted, { test, value }: Condition): [number, number] {
  if (Number.isNaN(value)) return [cells.length, rows.length];
  const from = test === 'most' ? 0 : firstNotBelow(cells, { value });
  return [from, test === 'least' ? cells.length : firstAbove(cells, { value })];
}

/** Some rows of one side, indexed by each column that is asked about. */
export class SortedRows {
  readonly #columns: readonly SidedColumn[];
  readonly #side: number;
  readonly #rows: Uint32Array;
  readonly #sorted = new Map<number, Sorted>();

  constructor(columns: readonly SidedColumn[], side: number, rows: Uint32Array) {
    this.#columns = columns;
    this.#side = side;
    this.#rows = rows;
  }

  #by(column: number): Sorted {
    const known = this.#sorted.get(column);
    if (known !== undefined) return known;
    const sorted = sortedBy(cellsOf(this.#columns[column], this.#side), this.#rows);
    this.#sorted.set(column, sorted);
    return sorted;
  }

  /** Returns true if exactly one row meets all conditions. */
  hasOne(conditions: readonly Condition[]): boolean {
    let matches = 0;
    this.match(conditions, () => ++matches < 2);
    return matches === 1;
  }

  /** Visits the rows that meet all conditions while `visit` returns true: reads the rarest's rows. */
  match(conditions: readonly Condition[], visit: (row: number) => boolean): void {
    let best = { rows: this.#rows, from: 0, to: this.#rows.length, condition: -1 };
    conditions.forEach((condition, i) => {
      const sorted = this.#by(condition.column);
      const [from, to] = rangeOf(sorted, condition);
      if (best.condition < 0 || to - from < best.to - best.from)
        best = { rows: sorted.rows, from, to, condition: i };
    });
    const others = conditions.filter((_, i) => i !== best.condition);
    const cells = others.map(({ column }) => cellsOf(this.#columns[column], this.#side));
    for (let i = best.from; i < best.to; i++) {
      const row = best.rows[i];
      let all = true;
      for (let c = 0; all && c < others.length; c++) all = holds(cells[c][row], others[c]);
      if (all && !visit(row)) return;
    }
  }
}
