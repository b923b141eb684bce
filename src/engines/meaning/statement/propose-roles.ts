import type { ColumnLayout } from '../../../shared/column-layout.ts';
import { SINGLE_ROLES, type StatementRole } from '../../../shared/column-mapping.ts';
import type { Table } from '../../table/table.ts';
import type { ColumnFacts } from '../bank/bank-kind.ts';
import { entityEvidence } from '../entity/entity-evidence.ts';
import { matchHeader } from '../headers/match-header.ts';
import { admits, isOwnAccount } from './admits.ts';
import { factsOf } from './column-facts.ts';
import { assignMoney } from './money-roles.ts';
import { assignNames } from './name-roles.ts';

/** Minimum share of a header that a known term must cover. */
const MIN_SHARE = 0.3;

type Claim = { facts: ColumnFacts; role: StatementRole; share: number };

/** Returns true for an account column with more values than another: it contains counterparties. */
function isOtherSide(claim: Claim, claims: readonly Claim[]): boolean {
  const { facts, role } = claim;
  if (role !== 'account' || facts.present === 0 || facts.looksLike === 'name') return false;
  if (facts.looksLike === 'iban' && !isOwnAccount(facts)) return true;
  return claims.some(
    (other) =>
      other.role === 'account' &&
      other.facts.looksLike === facts.looksLike &&
      other.facts.present === other.facts.rows &&
      other.facts.distinct < facts.distinct,
  );
}

function claimsOf(facts: readonly ColumnFacts[]): Claim[] {
  const claims = facts.flatMap((column): Claim[] => {
    const match = matchHeader(column.name).find(
      ({ kind, share }) => share >= MIN_SHARE && admits(kind, column),
    );
    return match === undefined ? [] : [{ facts: column, role: match.role, share: match.share }];
  });
  return claims.map((claim) =>
    isOtherSide(claim, claims) ? { ...claim, role: 'counterparty_account' } : claim,
  );
}

function rolesByHeader(facts: readonly ColumnFacts[]): Map<string, StatementRole> {
  const claims = claimsOf(facts);
  const roles = new Map<string, StatementRole>();
  for (const { facts: column, role, share } of claims) {
    const isBest = claims.every(
      (other) =>
        other.facts === column ||
        other.role !== role ||
        other.share < share ||
        (other.share === share && other.facts.place > column.place),
    );
    if (!SINGLE_ROLES.includes(role) || isBest) roles.set(column.name, role);
  }
  return roles;
}

/**
 * Proposes a role for each column: by its header (terms of `bank/`) if the values admit
 * it, otherwise by the values alone.
 *
 * @param table the file's first rows, in their order
 * @param options.header true if the file has a header line
 * @returns one role per column, in the file's order
 */
export function proposeRoles(
  table: Table,
  layouts: readonly ColumnLayout[],
  options: { header: boolean },
): { name: string; role: StatementRole }[] {
  const facts = table.columns.map((column, i) => factsOf(column, layouts[i]!, i));
  const roles = options.header ? rolesByHeader(facts) : new Map<string, StatementRole>();
  const hasDate = facts.some(({ type }) => type === 'date' || type === 'timestamp');
  const hasMoney = facts.some(({ type }) => type === 'decimal');
  // Tables other than lists of movements get no roles by value.
  if (!options.header || (hasDate && (hasMoney || [...roles.values()].includes('amount')))) {
    assignMoney(table, facts, roles);
    const isEntity = (name: string) => {
      const column = table.columns.find((each) => each.name === name);
      return column !== undefined && entityEvidence(table, column) !== null;
    };
    assignNames(facts, roles, { header: options.header, isEntity });
  }
  return facts.map(({ name }) => ({ name, role: roles.get(name) ?? 'other' }));
}
