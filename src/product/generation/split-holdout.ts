import { streamFor } from '../../engines/random/stream.ts';
import type { Table } from '../../engines/table/table.ts';
import { takeRows } from '../../engines/table/take-rows.ts';

const SHARE = 0.2;
const LEAST_ROWS = 100;
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

/** Keeps a fifth of the customers aside before anything is learned, so that every measure has a control. */
export function splitHoldout(table: Table): Split {
  const column = ENTITIES.map((name) =>
    table.columns.find((one) => one.name.trim().toLowerCase() === name),
  ).find((one) => one !== undefined);
  if (table.rows < LEAST_ROWS) return { train: table, holdout: null, entity: column?.name ?? null };
  const held = new Map<number, boolean>();
  const isHeld = (key: number) => {
    let known = held.get(key);
    if (known === undefined) {
      known = streamFor(SEED, key, PURPOSE).float() < SHARE;
      held.set(key, known);
    }
    return known;
  };
  const train: number[] = [];
  const holdout: number[] = [];
  const numbers = new Map<number, number>();
  for (let row = 0; row < table.rows; row++) {
    let key = row;
    if (column !== undefined) {
      const value = column.kind === 'category' ? column.codes[row]! : column.values[row]!;
      key = numbers.get(value) ?? numbers.size;
      numbers.set(value, key);
    }
    (isHeld(key) ? holdout : train).push(row);
  }
  const entity = column?.name ?? null;
  if (train.length === 0 || holdout.length === 0) return { train: table, holdout: null, entity };
  return { train: takeRows(table, train), holdout: takeRows(table, holdout), entity };
}
