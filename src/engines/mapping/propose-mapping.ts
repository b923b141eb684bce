import type { ColumnLayout } from '../../shared/column-layout.ts';
import { type ColumnMapping, columnOf, type StatementRole } from '../../shared/column-mapping.ts';
import { balanceBreaks } from '../table/balance-breaks.ts';
import { profileTable } from '../table/profile.ts';
import { sequenceOf } from '../table/sequence-shape.ts';
import type { NumberColumn, Table } from '../table/table.ts';
import { movementsOf, signOf } from './movements.ts';
import { proposeRoles } from './propose-roles.ts';
import { type FoundBalance, findRunningBalance } from './running-balance.ts';

export type ProposedMapping = { mapping: ColumnMapping; balance: FoundBalance | null };

/** What the rows move, beside the file's own columns. */
const MOVEMENTS = '\u0000movements';

type Columns = ColumnMapping['columns'];

/** The role goes to one column alone. */
const withRole = (columns: Columns, name: string, role: StatementRole): Columns =>
  columns.map((column) => {
    if (column.name === name) return { name, role };
    return column.role === role ? { ...column, role: 'other' } : column;
  });

/** The column that names whose rows they are: the account, else the reference that recurs, if there is one. */
function entityOf(table: Table, columns: Columns): string | null {
  const account = columnOf({ columns }, 'account');
  if (account !== null) return account;
  return profileTable(table).sequence?.entity ?? null;
}

/** A column of which every row has one value and the same names nobody. */
function namesSeveral(table: Table, name: string | null): boolean {
  const column = table.columns.find((each) => each.name === name);
  return column?.kind === 'category' ? column.dictionary.length > 1 : column !== undefined;
}

/** The balance of each account's rows in order of time, where the file lists them in another. */
function balanceInTime(table: Table, { columns, sign, entity }: ColumnMapping) {
  const column = table.columns.find(({ name }) => name === entity);
  const moves = movementsOf(table, columns, sign);
  if (column === undefined || moves === null || !namesSeveral(table, entity)) return null;
  // A row that says nothing moves nothing.
  const values = moves.map((value) => (Number.isNaN(value) ? 0 : value));
  const moved: NumberColumn = { kind: 'number', name: MOVEMENTS, values, decimals: 2 };
  const joined = { rows: table.rows, columns: [moved, ...table.columns] };
  const shape = sequenceOf(joined, column);
  if (shape?.balance?.amount !== MOVEMENTS) return null;
  const { column: balance, share } = shape.balance;
  const names = { entity: shape.entity, time: shape.time, balance, amount: MOVEMENTS };
  return { column: balance, share, newestFirst: false, ...balanceBreaks(joined, names) };
}

/** The balance that follows from what the roles say moves money, down the file or up it. */
function balanceInFile(
  table: Table,
  { columns, sign, entity }: Omit<ColumnMapping, 'order'>,
): FoundBalance | null {
  const movements = movementsOf(table, columns, sign);
  if (movements === null) return null;
  return findRunningBalance(table, movements, namesSeveral(table, entity) ? entity : null);
}

/** The balance that follows from what the roles say moves money. */
export const balanceOf = (table: Table, mapping: ColumnMapping): FoundBalance | null =>
  balanceInFile(table, mapping) ?? balanceInTime(table, mapping);

/**
 * Proposes what the columns of a file are for, whose movement each row is, what orders them, and which movements
 * leave the account; a running balance settles what the headers leave open.
 *
 * @param table the file's first rows, in their order
 */
export function proposeMapping(
  table: Table,
  layouts: readonly ColumnLayout[],
  options: { header: boolean },
): ProposedMapping {
  const columns = proposeRoles(table, layouts, options);
  const sign = signOf(table, columns);
  const entity = entityOf(table, columns);
  const order = columnOf({ columns }, 'booking_date');
  const mapping: ColumnMapping = { columns, sign, entity, order };
  const balance = balanceOf(table, mapping);
  if (balance !== null) {
    return {
      mapping: { ...mapping, columns: withRole(columns, balance.column, 'balance') },
      balance,
    };
  }
  if (sign?.kind !== 'signed') return { mapping, balance };
  const inverted: ColumnMapping = { ...mapping, sign: { kind: 'inverted' } };
  const found = balanceInFile(table, inverted);
  if (found === null) return { mapping, balance };
  return {
    mapping: { ...inverted, columns: withRole(columns, found.column, 'balance') },
    balance: found,
  };
}
