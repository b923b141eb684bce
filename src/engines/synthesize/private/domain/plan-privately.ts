import type { DeclaredColumns } from '../../../../shared/column-kinds.ts';
import type { StatementRole } from '../../../../shared/column-mapping.ts';
import { identifierOwner } from '../../../meaning/headers/identifier-header.ts';
import { matchHeader } from '../../../meaning/headers/match-header.ts';
import { personalKindByName } from '../../../meaning/persons/personal-kind.ts';
import { type ColumnRole, fixedRole } from '../../../meaning/roles/column-role.ts';
import type { Column, Table } from '../../../table/table.ts';
import { codePattern } from '../../columns/code-pattern.ts';
import type { ColumnPlan, GeneratedColumn } from '../../columns/column-plan.ts';

const REFERENCE = /^(card|user|holder|merchant)([_\s-]?(id|no|nr|number|ref))?$/i;
const KEY = /(^|[_\s.-])(id|uuid|guid|key|ref|reference)$|[a-z](Id|ID|Uuid)$/;
const TEXT = /(description|note|memo|comment|text|remark|narrative)/i;

const FIRST_NUMBER = 10_000_000;
const TEXT_LENGTH = 24;

/** Roles of headers that consist only of a known term, in any supported language. */
const MADE: Readonly<Partial<Record<StatementRole, ColumnRole>>> = {
  description: 'text',
  reference: 'key',
  counterparty_account: 'reference',
};

function roleByName(name: string): ColumnRole {
  if (personalKindByName(name) !== null) return 'personal';
  if (REFERENCE.test(name) || identifierOwner(name) !== null) return 'reference';
  if (KEY.test(name)) return 'key';
  if (TEXT.test(name)) return 'text';
  const [match] = matchHeader(name);
  return (match?.share === 1 ? MADE[match.role] : undefined) ?? 'feature';
}

function planGenerated(column: Column, role: ColumnRole): GeneratedColumn | null {
  const pattern = codePattern([], 1);
  const first = FIRST_NUMBER;
  switch (role) {
    case 'feature':
      return null;
    case 'ignored':
      return { kind: 'none' };
    case 'key':
      return { kind: 'key', pattern, first };
    case 'reference':
      return {
        kind: 'reference',
        pattern,
        first,
        entities: 1,
        popularity: new Float64Array(101).fill(1),
        nullShare: 0,
        parent: -1,
      };
    case 'personal': {
      const personal = personalKindByName(column.name);
      if (personal !== null) return { kind: 'personal', personal, nullShare: 0 };
    }
  }
  return { kind: 'text', length: TEXT_LENGTH, nullShare: 0 };
}

/** Decides each column's role by its name alone: reading values would spend privacy budget. */
export function planPrivately(table: Table, roles: DeclaredColumns): ColumnPlan[] {
  return table.columns.map((column) => {
    const role = fixedRole(roles, column.name) ?? roleByName(column.name);
    const layout = { kind: 'category' as const, name: column.name };
    return { layout, role, made: planGenerated(column, role) };
  });
}
