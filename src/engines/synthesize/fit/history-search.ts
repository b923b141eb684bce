import { entityIndex, type SequenceShape } from '../../table/sequence-shape.ts';
import type { Table } from '../../table/table.ts';
import { isTotalOfYear } from '../rules/between-rows/find-balances.ts';
import { rowsBeforeInFile } from '../rules/between-rows/rows-before.ts';
import type { RulesOptions } from '../rules/find-rules.ts';

const placeOf = ({ columns }: Table, name: string): number =>
  columns.findIndex((column) => column.name === name);

const entityOf = (table: Table, { entity }: Pick<SequenceShape, 'entity'>): Int32Array =>
  entityIndex(table.columns[placeOf(table, entity)]!).of;

/**
 * Returns what the search of rules needs to know of sequences.
 *
 * @param isJoined true if the amounts of the running balance are joined of debits and credits
 */
export function historySearch(
  table: Table,
  shape: Pick<SequenceShape, 'entity' | 'time' | 'balance'>,
  isJoined = false,
) {
  const { entity, time, balance } = shape;
  const drawnBy = [entity, time, balance?.column, balance?.amount];
  return {
    time,
    entity: entityOf(table, shape),
    inHistories: true,
    excluded: new Set(table.columns.flatMap(({ name }, i) => (drawnBy.includes(name) ? [i] : []))),
    ...(balance !== null && {
      running: {
        balance: placeOf(table, balance.column),
        amount: placeOf(table, balance.amount),
        isJoined,
      },
    }),
  } satisfies Partial<RulesOptions>;
}

/** Returns a shape without a balance that is a total of the year to date: rules between rows keep it. */
export function withoutTotals(table: Table, shape: SequenceShape): SequenceShape {
  if (shape.balance === null || placeOf(table, shape.time) < 0) return shape;
  const order = { entity: entityOf(table, shape), time: shape.time };
  const isTotal = isTotalOfYear(table, rowsBeforeInFile(table, order), {
    balance: placeOf(table, shape.balance.column),
    movement: placeOf(table, shape.balance.amount),
    time: placeOf(table, shape.time),
  });
  return isTotal ? { ...shape, balance: null } : shape;
}
