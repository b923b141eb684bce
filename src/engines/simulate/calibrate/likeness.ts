import { discriminate } from '../../measure/quality/discriminator.ts';
import { type AccountAggregate, accountAggregates } from './account-aggregates.ts';
import type { Movements } from './movements.ts';

/**
 * Boosted trees that separate accounts of a file from a bank's, by twenty aggregates of each.
 * `seen` has the AUC of each aggregate alone, the largest first.
 */
export type Likeness = { auc: number; accounts: number; seen: { name: string; auc: number }[] };

const sided = (file: AccountAggregate, bank: AccountAggregate) => ({
  kind: 'number' as const,
  name: file.name,
  datetime: false,
  decimals: 2,
  values: [file.values, bank.values],
  sorted: [file.values, bank.values].map((values) =>
    values.filter((value) => !Number.isNaN(value)).sort(),
  ),
});

/**
 * Measures how well accounts of a file are distinguished from those of a bank: mean AUC on three
 * held-out folds, equally many accounts of either side; null below 100 accounts.
 */
export function likenessOf(file: Movements, bank: Movements, seed: bigint): Likeness | null {
  const own = accountAggregates(bank);
  const columns = accountAggregates(file).map((one, i) => sided(one, own[i]!));
  const all = discriminate(columns, { seed });
  if (all === null) return null;
  const seen = columns
    .map((column) => ({ name: column.name, auc: discriminate([column], { seed })!.auc }))
    .sort((a, b) => b.auc - a.auc);
  return { auc: all.auc, accounts: all.rows, seen };
}
