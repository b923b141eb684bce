import type { Table } from '../../table/table.ts';
import type { Model } from '../model/model.ts';
import { splitSides } from './amount-sides.ts';
import { type ColumnOrder, findColumnOrders, inOrder } from './column-orders.ts';
import type { ColumnPlan } from './column-plan.ts';
import { countedFromDates, type DateLag, datesFromCounted, findDateLags } from './date-lags.ts';
import { findLaws } from './laws/find-laws.ts';
import { byLaws, type FoundLaw, withRemainders } from './laws/law.ts';

/** Rules among a table's columns: fitting models what they leave open, sampling applies them. */
export type FoundRules = { lags: DateLag[]; laws: FoundLaw[]; orders: ColumnOrder[] };

/** Rules of a fitted model. */
export type Rules = Pick<Model, 'lags' | 'laws' | 'orders' | 'sides'>;

const areLearned = (columns: readonly ColumnPlan[]) => columns.map(({ made }) => made === null);

/**
 * Finds day columns that follow another within days, derived numbers and dates, and pairs of columns
 * of which one never exceeds the other.
 *
 * @param options.time column that orders sequences; never a lag
 * @param options.excluded columns that another part of the model derives
 * @param options.inHistories true if rows form sequences; otherwise they are independent
 */
export function findRules(
  table: Table,
  columns: readonly ColumnPlan[],
  {
    threshold,
    time,
    excluded,
    inHistories,
  }: {
    threshold: number;
    time: string | null;
    excluded: ReadonlySet<number>;
    inHistories: boolean;
  },
): FoundRules {
  const isLearned = areLearned(columns);
  const lags = findDateLags(table, columns, { threshold, time });
  const lagging = lags.flatMap(({ column, from }) => (inHistories ? [column] : [column, from]));
  const laws = findLaws(table, isLearned, {
    threshold,
    excluded: new Set([...excluded, ...lagging]),
    inHistories,
  });
  const derived = [...lags, ...laws.map(({ law }) => law)].map(({ column }) => column);
  return {
    lags,
    laws,
    orders: findColumnOrders(table, isLearned, new Set([...excluded, ...derived])),
  };
}

/** Returns the rules as properties of a model; those not found are omitted. */
export const rulesOf = ({ lags, laws, orders }: FoundRules) => ({
  ...(lags.length > 0 && { lags }),
  ...(laws.length > 0 && { laws: laws.map(({ law }) => law) }),
  ...(orders.length > 0 && { orders }),
});

/** Replaces derived columns by what the rules leave open. */
export const withoutRules = (table: Table, { lags, laws }: FoundRules): Table =>
  countedFromDates(withRemainders(table, laws), lags);

/** Applies a model's rules to drawn rows; columns with a given value stay as they are in orders. */
export const byRules = (
  table: Table,
  { orders, lags, laws, sides }: Rules,
  isGiven?: (column: number) => boolean,
): Table =>
  splitSides(byLaws(datesFromCounted(inOrder(table, orders, isGiven), lags), laws), sides);
