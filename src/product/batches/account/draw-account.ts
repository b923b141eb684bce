import type { ColumnRoles } from '../../../engines/detect/index.ts';
import { recurringPayments } from '../../../engines/detect/recurring-payments.ts';
import { guessRoles } from '../../../engines/meaning/events/roles.ts';
import { formatCell, isNull } from '../../../engines/table/format-table.ts';
import { layoutsOfTable, parseColumns } from '../../../engines/table/parse-columns.ts';
import type { Column, Table } from '../../../engines/table/table.ts';
import type { DrawnAccount } from '../../../shared/contracts/batches.ts';

type Row = (string | null)[];
export type Rows = {
  columns: string[];
  rows: Row[];
  /** Row of the file of each row, from 1; by default their order. */
  numbers?: readonly number[];
  /** Columns by role, and their layouts; by default found from the rows. */
  roles?: ColumnRoles;
  layouts?: Parameters<typeof parseColumns>[2];
};

const SAMPLED_ROWS = 500;
/** Accounts to choose from, those of most rows. */
const MAX_ACCOUNTS = 200;
const MAX_ROWS = 1000;
const MAX_KINDS = 30;
const DAY = 86_400_000;

export const tableOf = (
  columns: readonly string[],
  rows: readonly Row[],
  layouts?: Parameters<typeof parseColumns>[2],
) =>
  parseColumns(
    columns,
    columns.map((_, i) => rows.map((row) => row[i] || null)),
    layouts,
  );

const numbersOf = (column: Column | undefined): (number | null)[] | null =>
  column?.kind === 'number'
    ? Array.from(column.values, (value) => (Number.isNaN(value) ? null : value))
    : null;

const wordsOf = (column: Column | undefined, rows: number): string[] =>
  Array.from({ length: rows }, (_, row) =>
    column === undefined || isNull(column, row) ? '' : formatCell(column, row),
  );

function accountsIn(rows: readonly Row[], at: number): { account: string; rows: number }[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const account = row[at];
    if (account) counts.set(account, (counts.get(account) ?? 0) + 1);
  }
  return [...counts]
    .map(([account, count]) => ({ account, rows: count }))
    .sort((a, b) => b.rows - a.rows || (a.account < b.account ? -1 : 1))
    .slice(0, MAX_ACCOUNTS);
}

/** Returns the column that groups transactions by kind: few words, each often. */
function kindOf(sample: Table, roles: ColumnRoles): string | undefined {
  const used = new Set<string | undefined>(Object.values(roles));
  const isKind = (column: Column) =>
    column.kind === 'category' &&
    !used.has(column.name) &&
    column.dictionary.length > 1 &&
    column.dictionary.length <= Math.min(MAX_KINDS, sample.rows / 2);
  return roles.direction ?? roles.category ?? sample.columns.find(isKind)?.name ?? roles.channel;
}

/** Returns each row's balance, otherwise the sum of the amounts so far. */
function levelsOf(balances: (number | null)[] | null, amounts: (number | null)[]) {
  if (balances?.some((balance) => balance !== null)) return { levels: balances, isSum: false };
  let sum = 0;
  const levels = amounts.map((amount) => {
    sum = Math.round((sum + (amount ?? 0)) * 100) / 100;
    return sum;
  });
  return { levels, isSum: true };
}

/**
 * Draws one account of a table of transactions: its rows in order of time, with balance, kind and
 * recurring payments. Columns are recognized by their headers, as in an analysis.
 *
 * @param account its value in the account column; by default the one with most rows
 * @returns null if the table has no accounts, times or amounts
 */
export function drawAccount(
  { columns, rows, numbers, ...known }: Rows,
  account?: string,
): DrawnAccount | null {
  const sample = tableOf(columns, rows.slice(0, SAMPLED_ROWS), known.layouts);
  const roles = known.roles ?? guessRoles(sample);
  const owner = roles.account ?? roles.customer;
  if (owner === undefined || roles.time === undefined || roles.amount === undefined) return null;
  const at = columns.indexOf(owner);
  const accounts = accountsIn(rows, at);
  const chosen = account ?? accounts[0]?.account;
  const places = [...rows.keys()].filter((row) => rows[row]![at] === chosen).slice(0, MAX_ROWS);
  const own = places.map((row) => rows[row]!);
  const table = tableOf(columns, own, layoutsOfTable(sample));
  const find = (name: string | undefined) => table.columns.find((column) => column.name === name);
  const time = find(roles.time);
  const amount = numbersOf(find(roles.amount));
  if (chosen === undefined || time?.kind !== 'datetime' || amount === null) return null;
  const order = [...own.keys()]
    .filter((row) => !Number.isNaN(time.values[row]))
    .sort((a, b) => time.values[a]! - time.values[b]! || a - b);
  const balance = numbersOf(find(roles.balance));
  const sorted = <Value>(values: readonly Value[]) => order.map((row) => values[row]!);
  const amounts = sorted(amount);
  const { levels, isSum } = levelsOf(balance && sorted(balance), amounts);
  const kinds = sorted(wordsOf(find(kindOf(sample, roles)), own.length));
  const names = sorted(wordsOf(find(roles.merchant ?? roles.counterparty), own.length));
  const times = sorted([...time.values]);
  const recurring = recurringPayments(
    times.map((ms, i) => ({
      day: Math.floor(ms / DAY),
      amount: amounts[i] ?? Number.NaN,
      name: names[i] || kinds[i]!,
    })),
  );
  return {
    account_column: owner,
    accounts,
    account: chosen,
    columns,
    rows: sorted(own),
    level: isSum ? null : roles.balance!,
    timeline: times.map((ms, i) => ({
      at: new Date(ms).toISOString(),
      amount: amounts[i]!,
      level: levels[i]!,
      kind: kinds[i]!,
      row: numbers?.[places[order[i]!]!] ?? places[order[i]!]! + 1,
    })),
    recurring: recurring.map(({ movements, ...payment }) => ({ ...payment, rows: movements })),
  };
}
