// Not by the index, which would load all of the simulator into the API.
import { books, planOfBook } from '../../../engines/simulate/books.ts';
import type { BookPlan } from '../../../engines/simulate/index.ts';
import { BOOKS, type BookPreset } from '../../../shared/institutions.ts';

export type BookSettings = { seed: string; start_date?: string; end_date?: string };

/** Request of an insurer's or a credit union's book, one batch per table. */
export type BookSubject = {
  preset: BookPreset;
  /** Policyholders or members. */
  count: number;
  settings: BookSettings;
  /** In the order of the tables. */
  batches: { id: string; entity: string }[];
};

/** Files that a whole book has in addition to its tables. */
const REPORT_FILES: Record<BookPreset, readonly string[]> = {
  'motor-insurer': ['triangle'],
  'life-insurer': [],
  'us-credit-union': ['call_report'],
};

/** Names of a book's tables; the main one is last, so that its batch counts as the newest. */
export function tablesOfBook(preset: BookPreset): string[] {
  const names = [...books[preset].tables.map(({ name }) => name), ...REPORT_FILES[preset]];
  const { main } = BOOKS[preset];
  return [...names.filter((name) => name !== main), main];
}

export const rowsOfBook = ({ preset, count }: Pick<BookSubject, 'preset' | 'count'>): number =>
  count * BOOKS[preset].rowsPerCustomer;

/** @throws SimulationRequestError if the settings are impossible */
export const planOf = ({
  preset,
  count,
  settings,
}: Pick<BookSubject, 'preset' | 'count' | 'settings'>): BookPlan =>
  planOfBook({
    seed: BigInt(settings.seed),
    preset,
    customers: count,
    accounts: Math.ceil(count * BOOKS[preset].contractsPerCustomer),
    transactions: 0,
    ...(settings.start_date !== undefined && { startDate: settings.start_date }),
    ...(settings.end_date !== undefined && { endDate: settings.end_date }),
  });

/** Keys and references of a book, in the form in which linked tables state them. */
export function linksOfBook(preset: BookPreset) {
  const { tables } = books[preset];
  const keyOf = (name: string) => tables.find((table) => table.name === name)!.key[0]!;
  return {
    keys: Object.fromEntries(
      tables.map(({ name, key }) => [name, key.length === 1 ? key[0]! : null]),
    ),
    relations: tables.flatMap(({ name, references }) =>
      Object.entries(references).map(([childKey, parent]) => ({
        child: name,
        childKey,
        parent,
        parentKey: keyOf(parent),
      })),
    ),
  };
}
