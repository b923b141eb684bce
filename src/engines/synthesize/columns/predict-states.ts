import type { Table } from '../../table/table.ts';
import type { Field } from '../codec/field.ts';
import type { ColumnPlan } from './column-plan.ts';
import { fitStateStrings } from './state-strings.ts';

/** Lets the last states of strings follow from the modeled field that predicts them best. */
export function withPredictedStates(
  table: Table,
  plans: readonly ColumnPlan[],
  learned: { fields: readonly Field[]; codes: readonly Uint8Array[]; threshold: number },
): ColumnPlan[] {
  return plans.map((plan, i) => {
    const { made } = plan;
    const column = table.columns[i]!;
    if (made?.kind !== 'text' || made.states === undefined || column.kind !== 'category')
      return plan;
    return { ...plan, made: { ...made, states: fitStateStrings(column, learned) } };
  });
}
