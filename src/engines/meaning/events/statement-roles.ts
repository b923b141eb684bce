import type { ColumnMapping, StatementRole } from '../../../shared/column-mapping.ts';
import { identifierOwner } from '../headers/identifier-header.ts';
import { matchHeader } from '../headers/match-header.ts';
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

/** Returns the role of a header in any supported language; null without an exact match. */
export function roleOfHeader(name: string): Role | null {
  const owner = identifierOwner(name);
  if (owner !== null) return owner;
  const [match] = matchHeader(name);
  return match !== undefined && match.share === 1 ? (ROLE_OF[match.role] ?? null) : null;
}

/** Returns the roles of a user-defined column mapping; each goes to its first column. */
export function rolesOfMapping({ columns, entity }: ColumnMapping): ColumnRoles {
  const roles: ColumnRoles = {};
  for (const { name, role } of columns) {
    const ownRole = ROLE_OF[role];
    // The account that each row is about is no counterparty of its own.
    if (ownRole === 'counterparty' && name === entity) continue;
    if (ownRole !== undefined && roles[ownRole] === undefined) roles[ownRole] = name;
  }
  if (entity !== null && roles.account === undefined) roles.account = entity;
  return roles;
}
