import type { ColumnRole } from '../../meaning/roles/column-role.ts';
import type { Table } from '../../table/table.ts';
import { type NotMeasured, tooFew } from '../report/not-measured.ts';
import type { SidedColumn } from './align-columns.ts';
import { DISCRIMINATOR_ROWS } from './discriminator.ts';
import { MIN_SEQUENCES, type sequenceScores } from './sequence-scores.ts';
import { TRANSFER_ROWS } from './train-on-synthetic.ts';

/** Minimum rows for accuracies of one, two and three columns. */
export const MIN_ACCURACY_ROWS = { univariate: 50, bivariate: 100, trivariate: 500 };

/** Lists missing sequences if an entity column is set; a table without one needs none. */
export function noSequences(scores: ReturnType<typeof sequenceScores> | null): NotMeasured[] {
  if (typeof scores !== 'number') return [];
  const few = tooFew({
    metric: 'sequences',
    what: 'customers on either side',
    n: scores,
    needed: MIN_SEQUENCES,
  });
  if (few.length > 0) return few;
  return [{ metric: 'sequences', reason: 'no customer has several rows', n: scores, needed: null }];
}

const WHY_MADE: Partial<Record<ColumnRole, string>> = {
  ignored: 'the form of its values is not known, so nothing was learned from it',
};

export function generatedColumns(
  roles: readonly { name: string; role: ColumnRole }[],
  rows: number,
): NotMeasured[] {
  return roles
    .filter(({ role }) => role !== 'feature')
    .map(({ name, role }) => ({
      metric: `column ${name}`,
      reason: WHY_MADE[role] ?? `made as ${role}, not learned`,
      n: rows,
      needed: null,
    }));
}

export function omissions({
  real,
  synthetic,
  columns,
  holdout,
  target,
  noTransfer,
}: {
  real: Table;
  synthetic: Table;
  columns: readonly SidedColumn[];
  holdout: Table | undefined;
  target: string | null;
  noTransfer: boolean;
}): NotMeasured[] {
  const n = Math.min(real.rows, synthetic.rows);
  const missing = real.columns.filter(
    ({ name }) => !synthetic.columns.some((column) => column.name === name),
  );
  const list = [
    ...missing.map(({ name }) => ({
      metric: `column ${name}`,
      reason: 'the synthetic table lacks it',
      n: 0,
      needed: null,
    })),
    ...tooFew({
      metric: 'accuracy of single columns',
      what: 'rows',
      n,
      needed: MIN_ACCURACY_ROWS.univariate,
    }),
    ...tooFew({
      metric: 'accuracy of pairs',
      what: 'rows',
      n,
      needed: MIN_ACCURACY_ROWS.bivariate,
    }),
    ...tooFew({
      metric: 'accuracy of triples',
      what: 'rows',
      n,
      needed: MIN_ACCURACY_ROWS.trivariate,
    }),
    ...tooFew({ metric: 'accuracy of triples', what: 'columns', n: columns.length, needed: 3 }),
    ...tooFew({
      metric: 'discriminator',
      what: 'rows on either side',
      n,
      needed: DISCRIMINATOR_ROWS,
    }),
  ];
  if (!noTransfer) return list;
  const tested = holdout?.rows ?? 0;
  const few = [
    ...tooFew({
      metric: 'train on synthetic, test on real',
      what: 'rows to learn from',
      n,
      needed: TRANSFER_ROWS,
    }),
    ...tooFew({
      metric: 'train on synthetic, test on real',
      what: 'rows of a holdout',
      n: tested,
      needed: TRANSFER_ROWS,
    }),
  ];
  if (few.length > 0) return [...list, ...few];
  const reason =
    target === null
      ? 'no column has two to ten values, and none was named'
      : `the column ${target} has fewer than two classes of ten rows`;
  return [...list, { metric: 'train on synthetic, test on real', reason, n: tested, needed: null }];
}
