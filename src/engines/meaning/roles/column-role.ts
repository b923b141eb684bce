import {
  type ColumnKind,
  type DeclaredColumns,
  kindOfPersonal,
  type ColumnRole as Role,
  roleOf,
} from '../../../shared/column-kinds.ts';
import type { PersonalKind } from '../kinds/kinds.ts';

/**
 * Role of a column, which decides how it is synthesized:
 * - `feature` is modeled;
 * - `key` is unique and generated;
 * - `reference` names a recurring entity and is generated with distinct values;
 * - `personal` and `text` are generated, never modeled;
 * - `ignored` is left empty: its value form is unknown, or a user chose so.
 */
export type ColumnRole = Role;

/** Returns the role that a user declared; safe for columns named like inherited properties. */
export function fixedRole(declared: DeclaredColumns, name: string): ColumnRole | undefined {
  const own = Object.hasOwn(declared, name) ? declared[name] : undefined;
  return own && roleOf(own);
}

/** Kind of personal data by declared kind, of columns whose own values show none. */
const DECLARED_PERSONAL: Partial<Record<ColumnKind, PersonalKind>> = {
  person: 'person_name',
  'id-number': 'national_id',
  address: 'address',
};

/** Returns the kind of personal data that a user declared and the detected one is not of. */
export function declaredPersonal(
  declared: DeclaredColumns,
  {
    name,
    detected,
    samples,
  }: { name: string; detected: PersonalKind | null; samples: readonly string[] },
): PersonalKind | null {
  const own = Object.hasOwn(declared, name) ? declared[name] : undefined;
  if (own === undefined || (detected !== null && kindOfPersonal(detected) === own)) return detected;
  if (own === 'contact') return samples.some((text) => text.includes('@')) ? 'email' : 'phone';
  return DECLARED_PERSONAL[own as ColumnKind] ?? detected;
}
