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
    if (this.#of === null) return { rows: this.#order.slice(from, from + people), people };
    return this.#rowsOf((person) => (person < end ? person - from : -1), people, most);
  }

  /** Returns disjoint random groups of `size` people, each with `most` rows, at least one of each. */
  groups(
    count: number,
    { size, most, stream }: { size: number; most: number; stream: RandomStream },
  ): RowsOfPeople[] {
    const people = Math.min(size, most);
    const picked = shuffled(this.count, stream, people * count);
    const order = this.#order;
    const group = (i: number) => picked.subarray(i * people, (i + 1) * people);
    if (this.#of === null)
      return Array.from({ length: count }, (_, i) => ({
        rows: group(i).map((row) => order[row]),
        people,
      }));
    return Array.from({ length: count }, (_, i) => {
      const places = new Int32Array(this.count).fill(-1);
      group(i).forEach((person, place) => {
        places[person] = place;
      });
      return this.#rowsOf((person) => places[person], people, most);
    });
  }

  /** Returns rows of the people with a place from 0, in the order of their places. */
  #rowsOf(placeOf: (person: number) => number, people: number, most: number): RowsOfPeople {
    const of = this.#of ?? new Uint32Array(0);
    const perPerson = people === 0 ? 0 : Math.floor(most / people);
    const counts = new Uint32Array(people);
    const selected: { row: number; person: number }[] = [];
    this.#order.forEach((row, i) => {
      const person = placeOf(of[i]);
      if (person < 0 || counts[person] >= perPerson) return;
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
