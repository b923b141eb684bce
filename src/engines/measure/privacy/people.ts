import type { RandomStream } from '../../random/stream.ts';
import type { Table } from '../../table/table.ts';
import { shuffled } from '../statistics/shuffled.ts';

export type RowsOfPeople = {
  rows: Uint32Array;
  /** Person of each row, from 0, ascending; absent if each row is a person. */
  person?: Uint32Array;
  people: number;
};

/**
 * Assigns a table's rows to people, with people and each person's rows in random order.
 *
 * @param entity person column; without it, or if the table lacks it, each row is a person
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
    const personByCell = new Map<number, number>();
    this.#of = this.#order.map((row) => {
      const cell = cells[row];
      const person = personByCell.get(cell) ?? personByCell.size;
      personByCell.set(cell, person);
      return person;
    });
    this.count = personByCell.size;
  }

  /** Returns rows of people in an index range: `most` in total, at least one of each. */
  take(from: number, to: number, most: number): RowsOfPeople {
    const end = Math.min(to, this.count, from + most);
    const people = Math.max(0, end - from);
    const of = this.#of;
    if (of === null) return { rows: this.#order.slice(from, from + people), people };
    const perPerson = people === 0 ? 0 : Math.floor(most / people);
    const counts = new Uint32Array(people);
    const selected: { row: number; person: number }[] = [];
    this.#order.forEach((row, i) => {
      const person = of[i] - from;
      if (person < 0 || person >= people || counts[person] >= perPerson) return;
      counts[person]++;
      selected.push({ row, person });
    });
    selected.sort((a, b) => a.person - b.person);
    return {
      rows: Uint32Array.from(selected, ({ row }) => row),
      person: Uint32Array.from(selected, ({ person }) => person),
      people,
    };
  }
}
