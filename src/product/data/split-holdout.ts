import { identifierOwner } from '../../engines/meaning/headers/identifier-header.ts';
import { leadingPerson } from '../../engines/meaning/persons/leading-person.ts';
import { streamFor } from '../../engines/random/stream.ts';
import { formatCell } from '../../engines/table/format-table.ts';
import { entityIndex } from '../../engines/table/sequence-shape.ts';
import type { Column, Table } from '../../engines/table/table.ts';
import { takeColumn, takeRows } from '../../engines/table/take-rows.ts';
import { hashName } from './hash-name.ts';

/** Share of rows held out. */
export const HOLDOUT_SHARE = 0.2;
const MIN_ROWS = 100;
/** Minimum customers to train on; if a fifth would leave fewer, there is no holdout. */
const MIN_ENTITIES = 9;
const PURPOSE = 0x484f4c44;
/** Independent of a batch's seed, so that all batches of a file train on the same rows. */
const SEED = 1n;

export type Split = {
  train: Table;
  /** Holdout rows; null if there are too few rows. */
  holdout: Table | null;
  /** Column whose entities were kept together; null if rows were split independently. */
  entity: string | null;
};

const draw = (key: number, share = HOLDOUT_SHARE): boolean =>
  streamFor(SEED, key, PURPOSE).float() < share;

export const isHeldName = (name: string, share = HOLDOUT_SHARE): boolean =>
  draw(hashName(name), share);

/** Returns a test for holdout rows: by entity if there is a column, else by position. */
function heldRows(column: Column | undefined): (row: number) => boolean {
  if (column === undefined) return (row) => draw(row);
  const cache = new Map<number, boolean>();
  return (row) => {
    const value = column.kind === 'category' ? column.codes[row]! : column.values[row]!;
    let isHeld = cache.get(value);
    if (isHeld === undefined) {
      isHeld = isHeldName(formatCell(column, row));
      cache.set(value, isHeld);
    }
    return isHeld;
  };
}

/**
 * Returns the column whose entities stay together: customers, else accounts, else the declared one,
 * else persons who recur.
 */
export function wholeEntity(table: Table, declared: string | null): string | null {
  const columns = table.columns.filter(({ kind }) => kind !== 'datetime');
  const of = (owner: string, recurs: (column: Column) => boolean) =>
    columns.find((column) => identifierOwner(column.name) === owner && recurs(column))?.name;
  const any = () => true;
  // A number of each row, such as a policy's, keeps nothing together.
  const several = (column: Column) => entityIndex(column).count < table.rows;
  const numbered = of('customer', several) ?? of('account', several) ?? declared;
  return numbered ?? leadingPerson(table) ?? of('customer', any) ?? of('account', any) ?? null;
}

/**
 * Sets aside a fifth of the customers before training, as control for every measure.
 * @param entity column whose entities stay together, see `wholeEntity`; null to split single rows
 */
export function splitHoldout(table: Table, entity: string | null): Split {
  const named = table.columns.find(({ name }) => name === entity);
  const column = named && entityIndex(named).count >= MIN_ENTITIES ? named : undefined;
  const whole = column?.name ?? null;
  if (table.rows < MIN_ROWS) return { train: table, holdout: null, entity: whole };
  const isHeld = heldRows(column);
  const train: number[] = [];
  const holdout: number[] = [];
  for (let row = 0; row < table.rows; row++) (isHeld(row) ? holdout : train).push(row);
  const own = column && takeColumn(column, Uint32Array.from(train));
  const tooFew = own !== undefined && entityIndex(own).count < MIN_ENTITIES;
  if (tooFew || train.length === 0 || holdout.length === 0)
    return { train: table, holdout: null, entity: whole };
  return { train: takeRows(table, train), holdout: takeRows(table, holdout), entity: whole };
}
