import type { RandomStream } from '../../random/stream.ts';
import type { Table } from '../../table/table.ts';
import { shuffled } from '../statistics/shuffled.ts';

/** Some rows of some people, person after person. */
export type RowsOfPeople = {
  rows: Uint32Array;
  /** Whose row it is: 0 and up, in order; absent where each row is a person. */
  person?: Uint32Array;
  people: number;
};

/**
 * Deals a table's rows to the people they are of, in random order of people and of each one's rows.
 *
 * @param entity the column that names the person; without it, or where the table lacks it, each row is one
 */
export class People {
  readonly count: number;
  readonly #order: Uint32Array;
  readonly #of: Uint32Array | null;

  constructor(table: Table, entity: string | undefined, stream: RandomStream) {
    this.#order = shuffled(table.rows, stream);
    const column = table.columns.find(({ name }) => name === entity);
    if (column === undefined) {
      this.#of = null;
      this.count = table.rows;
      return;
    }
    const cells = column.kind === 'category' ? column.codes : column.values;
    const known = new Map<number, number>();
    this.#of = this.#order.map((row) => {
      const cell = cells[row];
      const person = known.get(cell) ?? known.size;
      known.set(cell, person);
      return person;
    });
    this.count = known.size;
  }

  /** Rows of the people from one index to another, of each as many as let the whole stay within `most`, but one at least. */
  take(from: number, to: number, most: number): RowsOfPeople {
    const end = Math.min(to, this.count, from + most);
    const people = Math.max(0, end - from);
    const of = this.#of;
    if (of === null) return { rows: this.#order.slice(from, from + people), people };
    const each = people === 0 ? 0 : Math.floor(most / people);
    const counts = new Uint32Array(people);
    const taken: { row: number; person: number }[] = [];
    this.#order.forEach((row, i) => {
      const person = of[i] - from;
      if (person < 0 || person >= people || counts[person] >= each) return;
      counts[person]++;
      taken.push({ row, person });
    });
    taken.sort((a, b) => a.person - b.person);
    return {
      rows: Uint32Array.from(taken, ({ row }) => row),
      person: Uint32Array.from(taken, ({ person }) => person),
      people,
    };
  }
}
