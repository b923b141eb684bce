import { parseIsoDate } from '../../../shared/civil-date.ts';
import { bookTally, planOfBook, simulateBook } from '../books.ts';
import { rowObjects } from '../rows/text-form.ts';
import type { BookReport } from './book.ts';
import type { BookPlan, BookRequest } from './plan.ts';

export type Row = Record<string, string>;
export type ReadBook = {
  plan: BookPlan;
  tables: Record<string, Row[]>;
  report: BookReport;
  end: number;
};

/** Reads the cells of a book as their files show them; missing values are ''. */
export function readBook(request: BookRequest): ReadBook {
  const plan = planOfBook(request);
  const tally = bookTally(plan);
  const tables: Record<string, Row[]> = {};
  for (const output of simulateBook(plan, plan.cells.keys())) {
    tally.add(output);
    for (const [name, batch] of Object.entries(output.tables)) {
      tables[name] ??= [];
      for (const row of rowObjects(batch))
        tables[name].push(
          Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value ?? ''])),
        );
    }
  }
  return { plan, tables, report: tally.report(), end: parseIsoDate(plan.endDate) };
}

/** Converts a decimal with two places to minor units. */
export const minor = (text: string): number => Math.round(Number(text) * 100);
export const day = (text: string): number => parseIsoDate(text);

export const sumOf = (rows: readonly Row[], column: string): number =>
  rows.reduce((sum, row) => sum + minor(row[column]), 0);

export function groupBy(rows: readonly Row[], column: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row[column], [...(groups.get(row[column]) ?? []), row]);
  return groups;
}

/** Returns the columns that name no row of the table they refer to. */
export function brokenReferences(
  tables: Record<string, Row[]>,
  specs: readonly {
    name: string;
    key: readonly string[];
    references: Readonly<Record<string, string>>;
  }[],
): string[] {
  const keys = new Map(
    specs.map(({ name, key }) => [
      name,
      new Set(tables[name].map((row) => key.map((k) => row[k]).join(' '))),
    ]),
  );
  const broken = specs
    .filter(({ name }) => keys.get(name)!.size !== tables[name].length)
    .map(({ name }) => `${name}: key repeats`);
  for (const { name, references } of specs) {
    for (const [column, target] of Object.entries(references)) {
      const missing = tables[name].find(
        (row) => row[column] !== '' && !keys.get(target)!.has(row[column]),
      );
      if (missing !== undefined) broken.push(`${name}.${column}: ${missing[column]}`);
    }
  }
  return broken;
}

/** Sum of a ledger account by the end of the window. */
export const balanceOf = (ledger: readonly Row[], account: string): number =>
  sumOf(
    ledger.filter((row) => row.account === account),
    'amount',
  );
