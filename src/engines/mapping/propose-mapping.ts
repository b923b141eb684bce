import type { ColumnLayout } from '../../shared/column-layout.ts';
import { type ColumnMapping, columnOf, type StatementRole } from '../../shared/column-mapping.ts';
import { profileTable } from '../table/profile.ts';
import { sequenceOf } from '../table/sequence-shape.ts';
import type { Table } from '../table/table.ts';
import { movementsOf, signOf } from './movements.ts';
import { proposeRoles } from './propose-roles.ts';
import { type FoundBalance, findRunningBalance } from './running-balance.ts';

export type ProposedMapping = { mapping: ColumnMapping; balance: FoundBalance | null };

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
function balanceInTime(table: Table, { columns, entity }: ColumnMapping): FoundBalance | null {
  const column = table.columns.find(({ name }) => name === entity);
  if (column === undefined || !namesSeveral(table, entity)) return null;
  const found = sequenceOf(table, column)?.balance ?? null;
  if (found === null || found.amount !== columnOf({ columns }, 'amount')) return null;
  return { column: found.column, share: found.share, newestFirst: false };
}

/** The balance that follows from what the roles say moves money. */
export function balanceOf(
  table: Table,
  mapping: Omit<ColumnMapping, 'order'>,
): FoundBalance | null {
  const movements = movementsOf(table, mapping.columns, mapping.sign);
  if (movements === null) return null;
  const entity = namesSeveral(table, mapping.entity) ? mapping.entity : null;
  return findRunningBalance(table, movements, entity);
}

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
  const inTime = balanceInTime(table, mapping);
  if (inTime !== null)
    return {
      mapping: { ...mapping, columns: withRole(columns, inTime.column, 'balance') },
      balance: inTime,
    };
  if (sign?.kind !== 'signed') return { mapping, balance };
  const inverted: ColumnMapping = { ...mapping, sign: { kind: 'inverted' } };
  const found = balanceOf(table, inverted);
  if (found === null) return { mapping, balance };
  return {
    mapping: { ...inverted, columns: withRole(columns, found.column, 'balance') },
    balance: found,
  };
}
