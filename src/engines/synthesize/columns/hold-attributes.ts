import type { Column } from '../../table/table.ts';
import { takeColumn } from '../../table/take-rows.ts';
import type { ColumnPlan } from './column-plan.ts';
import { numberingOf } from './numbering.ts';

/** Returns for each row the first row of the same person; itself without one. */
function firstRows(of: Int32Array): Int32Array {
  const first = new Map<number, number>();
  return of.map((person, row) => {
    if (person < 0) return row;
    const known = first.get(person);
    if (known === undefined) first.set(person, row);
    return known ?? row;
  });
}

/**
 * Gives the rows of one person the same attributes, those of its first row: a birth date, a city.
 * Attributes of a person are taken together.
 */
export function holdAttributes(
  columns: readonly Column[],
  plans: readonly ColumnPlan[],
  referenceOf: (column: number) => Int32Array,
): Column[] {
  const held = [...columns];
  plans.forEach((plan, leader) => {
    const attributes = numberingOf(plan)?.attributes ?? [];
    if (attributes.length === 0) return;
    const rows = firstRows(referenceOf(leader));
    for (const column of attributes) held[column] = takeColumn(columns[column], rows);
  });
  return held;
}
