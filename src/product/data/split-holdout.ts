import { streamFor } from '../../engines/random/stream.ts';
import { formatCell } from '../../engines/table/format-table.ts';
import { identifierOwner } from '../../engines/table/identifier-header.ts';
import { entityIndex } from '../../engines/table/sequence-shape.ts';
import type { Column, Table } from '../../engines/table/table.ts';
import { takeColumn, takeRows } from '../../engines/table/take-rows.ts';
import { hashName } from './hash-name.ts';

const SHARE = 0.2;
const MIN_ROWS = 100;
/** Of fewer customers nothing can be learned; where a fifth would leave fewer, none is kept aside. */
const MIN_ENTITIES = 9;
const PURPOSE = 0x484f4c44;
/** The split does not depend on a batch's seed: a second batch from the same file learns from the same rows. */
const SEED = 1n;

export type Split = {
  train: Table;
  /** Rows that nothing is learned from; null where there are too few to spare. */
  holdout: Table | null;
  /** The column by which customers were kept whole; null where each row stood alone. */
  entity: string | null;
};

const draw = (key: number): boolean => streamFor(SEED, key, PURPOSE).float() < SHARE;

/** Whether nothing is learned from what belongs to a customer or account of that name. */
export const isHeldName = (name: string): boolean => draw(hashName(name));

/** Which rows are held: by their customer where a column names them, else by their place in the file. */
function heldRows(column: Column | undefined): (row: number) => boolean {
  if (column === undefined) return draw;
  const known = new Map<number, boolean>();
  return (row) => {
    const value = column.kind === 'category' ? column.codes[row]! : column.values[row]!;
    let held = known.get(value);
    if (held === undefined) {
      held = isHeldName(formatCell(column, row));
      known.set(value, held);
    }
    return held;
  };
}

/**
 * The column whose values are kept whole: what identifies the customers by its header, in any language that files are
 * read in, else their accounts, else what somebody says names whose row each is.
 */
export function wholeEntity(table: Table, declared: string | null): string | null {
  const columns = table.columns.filter(({ kind }) => kind !== 'datetime');
  const of = (owner: string) => columns.find(({ name }) => identifierOwner(name) === owner)?.name;
  return of('customer') ?? of('account') ?? declared;
}

/**
 * Keeps a fifth of the customers aside before anything is learned, so that every measure has a control.
 *
 * @param entity the column whose values are kept whole, see `wholeEntity`; null where each row stands alone
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
