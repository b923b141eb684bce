import { streamFor } from '../../engines/random/stream.ts';
import { formatCell } from '../../engines/table/format-table.ts';
import type { Column, Table } from '../../engines/table/table.ts';
import { takeRows } from '../../engines/table/take-rows.ts';

const SHARE = 0.2;
const MIN_ROWS = 100;
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

const ENTITIES = ['customer_id', 'client_id', 'account_id'];

/** A number of a customer's name alone (FNV-1a): who else is in the file does not move anybody. */
function numberOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0;
  }
  return hash;
}

const draw = (key: number): boolean => streamFor(SEED, key, PURPOSE).float() < SHARE;

/** Whether nothing is learned from what belongs to a customer or account of that name. */
export const isHeldName = (name: string): boolean => draw(numberOf(name));

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

/** Keeps a fifth of the customers aside before anything is learned, so that every measure has a control. */
export function splitHoldout(table: Table): Split {
  const column = ENTITIES.map((name) =>
    table.columns.find((one) => one.name.trim().toLowerCase() === name),
  ).find((one) => one !== undefined);
  const entity = column?.name ?? null;
  if (table.rows < MIN_ROWS) return { train: table, holdout: null, entity };
  const isHeld = heldRows(column);
  const train: number[] = [];
  const holdout: number[] = [];
  for (let row = 0; row < table.rows; row++) (isHeld(row) ? holdout : train).push(row);
  if (train.length === 0 || holdout.length === 0) return { train: table, holdout: null, entity };
  return { train: takeRows(table, train), holdout: takeRows(table, holdout), entity };
}
