import type { ColumnLayout } from '../../../shared/column-layout.ts';
import {
  type ColumnMapping,
  columnOf,
  type StatementRole,
} from '../../../shared/column-mapping.ts';
import { balanceBreaks } from '../../table/balance-breaks.ts';
import { entityIndex, sequenceOf } from '../../table/sequence-shape.ts';
import type { NumberColumn, Table } from '../../table/table.ts';
import { entityEvidence } from '../entity/entity-evidence.ts';
import { profileTable } from '../profile.ts';
import { movementsOf, signOf } from './movements.ts';
import { proposeRoles } from './propose-roles.ts';
import { type FoundBalance, findRunningBalance } from './running-balance.ts';

export type ProposedMapping = { mapping: ColumnMapping; balance: FoundBalance | null };

const MOVEMENTS = '\u0000movements';

type Columns = ColumnMapping['columns'];

const withRole = (columns: Columns, name: string, role: StatementRole): Columns =>
  columns.map((column) => {
    if (column.name === name) return { name, role };
    return column.role === role ? { ...column, role: 'other' } : column;
  });

function entityOf(table: Table, columns: Columns): string | null {
  const account = columnOf({ columns }, 'account');
  if (account !== null && isEntity(table, account)) return account;
  return profileTable(table).sequence?.entity ?? null;
}

/** Returns true for the one account of a file, or accounts whose rows belong together. */
function isEntity(table: Table, account: string): boolean {
  const column = table.columns.find(({ name }) => name === account);
  if (column === undefined) return true;
  const { count } = entityIndex(column);
  if (count < 2) return true;
  return count * 2 <= table.rows && entityEvidence(table, column) !== null;
}

/** Returns true if the column has at least two values; a constant column identifies no entities. */
function namesSeveral(table: Table, name: string | null): boolean {
  const column = table.columns.find((candidate) => candidate.name === name);
  return column?.kind === 'category' ? column.dictionary.length > 1 : column !== undefined;
}

/** Finds each account's running balance in order of time, if the file uses another order. */
function balanceInTime(table: Table, { columns, sign, entity }: ColumnMapping) {
  const column = table.columns.find(({ name }) => name === entity);
  const moves = movementsOf(table, columns, sign);
  if (column === undefined || moves === null || !namesSeveral(table, entity)) return null;
  // Rows without an amount move nothing.
  const values = moves.map((value) => (Number.isNaN(value) ? 0 : value));
  const moved: NumberColumn = { kind: 'number', name: MOVEMENTS, values, decimals: 2 };
  const joined = { rows: table.rows, columns: [moved, ...table.columns] };
  const shape = sequenceOf(joined, column);
  if (shape?.balance?.amount !== MOVEMENTS) return null;
  const { column: balance, share } = shape.balance;
  const names = { entity: shape.entity, time: shape.time, balance, amount: MOVEMENTS };
  return { column: balance, share, newestFirst: false, ...balanceBreaks(joined, names) };
}

function balanceInFile(
  table: Table,
  { columns, sign, entity }: Omit<ColumnMapping, 'order'>,
): FoundBalance | null {
  const movements = movementsOf(table, columns, sign);
  if (movements === null) return null;
  return findRunningBalance(table, movements, namesSeveral(table, entity) ? entity : null);
}

/** Finds the running balance that the mapped movement columns explain. */
export const balanceOf = (table: Table, mapping: ColumnMapping): FoundBalance | null =>
  balanceInFile(table, mapping) ?? balanceInTime(table, mapping);

/**
 * Proposes column roles, the entity, the order of rows and the sign rule of a file. A running
 * balance resolves what the headers leave open.
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
  const runningBalance = balanceInFile(table, inverted);
  if (runningBalance === null) return { mapping, balance };
  return {
    mapping: { ...inverted, columns: withRole(columns, runningBalance.column, 'balance') },
    balance: runningBalance,
  };
}
