import { creditUnionBook } from './credit-union/credit-union.ts';
import { lifeBook } from './insurer/life/life.ts';
import { motorBook } from './insurer/motor/motor.ts';
import { SimulationRequestError } from './request.ts';
import { addAll, type Book, type BookOutput, type BookReport, type Totals } from './world/book.ts';
import { type BookName, type BookPlan, type BookRequest, bookVersion } from './world/plan.ts';

export const books: Record<BookName, Book> = {
  'motor-insurer': motorBook,
  'life-insurer': lifeBook,
  'us-credit-union': creditUnionBook,
};

export const isBook = (preset: string): preset is BookName => Object.hasOwn(books, preset);

export const planOfBook = (request: BookRequest): BookPlan => books[request.preset].plan(request);

/** Simulates cells of a plan in order; a cell's rows do not depend on the others. */
export function* simulateBook(plan: BookPlan, cells: Iterable<number>): Generator<BookOutput> {
  if (plan.engineVersion !== bookVersion) {
    throw new SimulationRequestError(
      `the plan requires engine ${plan.engineVersion}, but this is ${bookVersion}`,
    );
  }
  for (const cell of cells) yield books[plan.preset].simulate(plan, cell);
}

/** Collects the sums of cells for the report of the whole book. */
export function bookTally(plan: BookPlan): {
  add: (output: BookOutput) => void;
  report: () => BookReport;
} {
  const totals: Totals = new Map();
  return {
    add: (output) => addAll(totals, output.totals),
    report: () => books[plan.preset].report(plan, totals),
  };
}
