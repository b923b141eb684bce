import type { ColumnMapping, StatementRole } from '../../shared/column-mapping.ts';
import { identifierOwner } from '../table/identifier-header.ts';
import { matchHeader } from '../table/match-header.ts';
import type { ColumnRoles, Role } from './column-roles.ts';

const ROLE_OF: Readonly<Partial<Record<StatementRole, Role>>> = {
  booking_date: 'time',
  value_date: 'valueDate',
  amount: 'amount',
  direction: 'direction',
  currency: 'currency',
  balance: 'balance',
  counterparty_account: 'counterparty',
  counterparty_name: 'counterparty',
  account: 'account',
  category: 'category',
  reference: 'id',
};

/** The role that a header names in any language that files of banks are read in, where it says nothing else. */
export function roleOfHeader(name: string): Role | null {
  const owner = identifierOwner(name);
  if (owner !== null) return owner;
  const [match] = matchHeader(name);
  return match !== undefined && match.share === 1 ? (ROLE_OF[match.role] ?? null) : null;
}

/** The roles of a file's columns as somebody mapped them; each goes to the first column that has it. */
export function rolesOfMapping({ columns, entity }: ColumnMapping): ColumnRoles {
  const roles: ColumnRoles = {};
  for (const { name, role } of columns) {
    const found = ROLE_OF[role];
    if (found !== undefined && roles[found] === undefined) roles[found] = name;
  }
  if (entity !== null && roles.account === undefined) roles.account = entity;
  return roles;
}
