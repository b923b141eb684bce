import type { Table } from '../../table/table.ts';
import { takeRows } from '../../table/take-rows.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { withMissingShares } from '../columns/missing-shares.ts';
import type { FileHistories } from './file-histories.ts';
import type { PlacedField } from './history-fields.ts';

/** Adds missing-value shares to generated columns of rows, by the most informative field of rows. */
export function withMissingOfRows(
  table: Table,
  plans: readonly ColumnPlan[],
  {
    file,
    ofRows,
    isStatic,
    threshold,
  }: {
    file: FileHistories;
    ofRows: readonly PlacedField[];
    isStatic: Uint8Array;
    threshold: number;
  },
): ColumnPlan[] {
  const plansOfRows = withMissingShares(takeRows(table, file.order), plans, {
    fields: ofRows.map(({ field }) => field),
    codes: ofRows.map(({ codes }) => codes),
    threshold,
    entity: file.entity,
  });
  return plans.map((plan, i) => {
    const { missing } = plansOfRows[i];
    return missing === undefined || isStatic[i] === 1
      ? plan
      : { ...plan, missing: { ...missing, field: ofRows[missing.field].place } };
  });
}
