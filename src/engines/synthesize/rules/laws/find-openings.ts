import type { Table } from '../../../table/table.ts';
import type { FoundLaw, Law } from './law.ts';
import { boundsOf } from './law-evidence.ts';

const MIN_SHARE = 0.99;

/**
 * Finds number columns with the balance before a movement, such as an opening balance or a previous
 * meter reading: the running balance less the movement, in 99 % of the rows.
 *
 * @param isOpen true for modeled columns that nothing else derives
 */
export function findOpenings(
  table: Table,
  {
    running: { balance, amount },
    threshold,
    isOpen,
  }: {
    running: { balance: number; amount: number };
    threshold: number;
    isOpen: (column: number) => boolean;
  },
): FoundLaw[] {
  return table.columns.flatMap((own, column): FoundLaw[] => {
    if (own.kind !== 'number' || column === balance || column === amount || !isOpen(column))
      return [];
    const law: Law = {
      kind: 'sum',
      column,
      decimals: own.decimals,
      terms: [
        { column: balance, factor: 1 },
        { column: amount, factor: -1 },
      ],
    };
    const bounds = boundsOf({ law }, table, { threshold, share: MIN_SHARE });
    return bounds === null ? [] : [{ law, ...bounds }];
  });
}
