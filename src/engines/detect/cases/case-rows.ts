import type { ColumnRoles, Role } from '../../meaning/events/column-roles.ts';
import { formatCell, isNull } from '../../table/format-table.ts';
import type { Column, Table } from '../../table/table.ts';
import { timesOf } from '../features/ledger.ts';

const WORDS = ['currency', 'channel', 'category', 'direction', 'country'] as const;
type WordRole = (typeof WORDS)[number];

/** Row of a file of transactions as facts of a case are read from it. */
export type CaseRow = {
  /** Row of the file, from 1. */
  row: number;
  /** Milliseconds; null if the row has no time. */
  at: number | null;
  amount: number | null;
  owner: string;
  counterparty: string;
  words: Partial<Record<WordRole, string>>;
};

const textOf = (column: Column | undefined, row: number): string =>
  column === undefined || isNull(column, row) ? '' : formatCell(column, row);

const numberOf = (values: Float64Array | null, row: number): number | null =>
  values === null || Number.isNaN(values[row]) ? null : values[row];

/**
 * Reads rows in order of time by their column roles; rows without a time come last.
 *
 * @param numbers row of the file of each row of the table, from 1
 */
export function caseRows(
  table: Table,
  { roles, numbers }: { roles: ColumnRoles; numbers: readonly number[] },
): CaseRow[] {
  const find = (role: Role) => table.columns.find(({ name }) => name === roles[role]);
  const [owner, time, amount] = [find('account') ?? find('customer'), find('time'), find('amount')];
  const other = (role: Role) => (roles[role] === owner?.name ? undefined : find(role));
  const counterparty = other('counterparty') ?? other('merchant');
  const times = time === undefined ? null : timesOf(time);
  const amounts = amount?.kind === 'number' ? amount.values : null;
  const columns = WORDS.map((role) => [role, find(role)] as const);
  const rows = numbers.map(
    (row, i): CaseRow => ({
      row,
      at: numberOf(times, i),
      amount: numberOf(amounts, i),
      owner: textOf(owner, i),
      counterparty: textOf(counterparty, i),
      words: Object.fromEntries(
        columns.flatMap(([role, column]) => {
          const text = textOf(column, i);
          return text === '' ? [] : [[role, text]];
        }),
      ),
    }),
  );
  const place = ({ at }: CaseRow) => at ?? Number.POSITIVE_INFINITY;
  return rows.sort((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : a.row - b.row));
}
