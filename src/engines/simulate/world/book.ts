import type { Figure } from '../realism/realism-report.ts';
import type { RowBatch } from '../rows/row-batch.ts';
import type { Law } from './laws.ts';
import type { BookPlan, BookRequest } from './plan.ts';
import type { TableSpec } from './tables.ts';

/** Sums of a cell, by name, from which figures and reports of the whole book follow. */
export type Totals = Map<string, number>;

export type BookOutput = { cell: number; tables: Record<string, RowBatch>; totals: Totals };

export type BookReport = {
  figures: Figure[];
  /** Further parts of the manifest, such as the loss triangle. */
  facts: Record<string, unknown>;
  /** Files computed from the whole book; parts of it have none. */
  files: Record<string, RowBatch>;
};

/** Institution: its tables, and what makes a plan, the rows of a cell, and the report of all. */
export type Book = {
  tables: readonly TableSpec[];
  laws: readonly Law[];
  plan: (request: BookRequest) => BookPlan;
  simulate: (plan: BookPlan, cell: number) => BookOutput;
  report: (plan: BookPlan, totals: Totals) => BookReport;
};

export function add(totals: Totals, name: string, amount: number): void {
  totals.set(name, (totals.get(name) ?? 0) + amount);
}

export function addAll(totals: Totals, more: Totals): void {
  for (const [name, amount] of more) add(totals, name, amount);
}

/** Returns the sum under a name, 0 if there is none. */
export const of = (totals: Totals, name: string): number => totals.get(name) ?? 0;

export function figure(
  name: string,
  value: number,
  {
    low,
    high,
    source,
    enough = true,
  }: { low: number; high: number; source: string; enough?: boolean },
): Figure {
  const shown = enough && Number.isFinite(value) ? value : null;
  const within = shown === null ? null : shown >= low && shown <= high;
  return { name, value: shown, target: { low, high }, within, source };
}
