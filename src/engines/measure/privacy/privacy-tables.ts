import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { ColumnRole } from '../../table/column-role.ts';
import type { Table } from '../../table/table.ts';
import { type MeasuredColumn, measuredColumns } from '../measured-columns.ts';
import { alignColumns, type SidedColumn } from '../quality/align-columns.ts';
import { shuffled } from '../statistics/shuffled.ts';

/** Where the tables stand among a column's sides. */
export const TRAIN = 0;
export const SYNTHETIC = 1;
export const HOLDOUT = 2;

/** Fewest rows of training and of holdout with which an attack says anything. */
export const LEAST_TARGETS = 100;
/** Fewest rows of the holdout that let 1 % of half of them be counted. */
export const LEAST_MEMBERS = 200;

const MOST_TARGETS = 5000;
const MOST_CANDIDATES = 20_000;
const MOST_REFERENCE = 5000;
/** Differences of cells that one search may take: some ten seconds. */
const EFFORT = 3e9;

const PICKS = 41;

export type PrivacyTables = {
  roles: MeasuredColumn[];
  /** Every feature, the first group of the linking attacker before the second. */
  columns: SidedColumn[];
  /** How many columns the first group has. */
  split: number;
  train: Table;
  synthetic: Table;
  holdout: Table | null;
  /** Rows to attack: training rows, and as many that nothing was learned from. */
  targets: { train: Uint32Array; holdout: Uint32Array };
  /** Synthetic rows that the attacker searches, in random order. */
  candidates: Uint32Array;
  /** Customers, or rows where each stands alone, of training and of the holdout. */
  people: { train: number; holdout: number };
  /** What is attacked: 'customers' where a column names them. */
  unit: 'customers' | 'rows';
  /** Rows of the holdout that are no targets: what the attacker knows of the population. */
  reference: Uint32Array;
};

/** Rows in random order; where an entity has several, one of each. */
function onePerEntity(table: Table, entity: string | undefined, stream: RandomStream): Uint32Array {
  const order = shuffled(table.rows, stream);
  const column = table.columns.find(({ name }) => name === entity);
  if (column === undefined) return order;
  const cells = column.kind === 'category' ? column.codes : column.values;
  const seen = new Set<number>();
  return order.filter((row) => {
    const cell = cells[row]!;
    if (seen.has(cell)) return false;
    seen.add(cell);
    return true;
  });
}

/**
 * Lays the tables out for every attack: who is attacked, with what, and against what control.
 *
 * @param entity the column that names the customer or account, where one has several rows: then one row of each is attacked
 */
export function layOut(
  train: Table,
  holdout: Table | null,
  synthetic: Table,
  seed: bigint,
  roleOf: Readonly<Partial<Record<string, ColumnRole>>> = {},
  entity?: string,
): PrivacyTables {
  const roles = measuredColumns(train, roleOf);
  const names = roles.filter(({ role }) => role === 'feature').map(({ name }) => name);
  const tables = holdout === null ? [train, synthetic] : [train, synthetic, holdout];
  const aligned = alignColumns(tables, names);
  const first = aligned.filter((_, i) => i % 2 === 0);
  const columns = [...first, ...aligned.filter((_, i) => i % 2 === 1)];
  const stream = streamFor(seed, 0, PICKS);
  const candidates = shuffled(synthetic.rows, stream, MOST_CANDIDATES);
  const own = onePerEntity(train, entity, stream);
  const held = holdout === null ? new Uint32Array(0) : onePerEntity(holdout, entity, stream);
  const named = train.columns.some(({ name }) => name === entity);
  const cost = 2 * Math.max(1, candidates.length * columns.length);
  const most = Math.min(MOST_TARGETS, Math.max(LEAST_MEMBERS, Math.floor(EFFORT / cost)));
  const controls = Math.min(most, Math.floor((held.length * 2) / 3));
  return {
    roles,
    columns,
    split: first.length,
    train,
    synthetic,
    holdout,
    targets: {
      train: own.subarray(0, most),
      holdout: held.subarray(0, controls),
    },
    candidates,
    people: { train: own.length, holdout: held.length },
    unit: named ? 'customers' : 'rows',
    reference: held.subarray(controls, controls + MOST_REFERENCE),
  };
}
