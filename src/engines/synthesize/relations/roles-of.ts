import type { Declared, DeclaredColumns } from '../../../shared/column-kinds.ts';
import type { Relation } from './relation.ts';

/** Returns the roles: keys are generated, and references to other tables are written later. */
export function rolesOf(
  name: string,
  relations: readonly Relation[],
  own: DeclaredColumns | undefined,
): DeclaredColumns {
  const roles: Partial<Record<string, Declared>> = { ...own };
  for (const { parent, parentKey } of relations) if (parent === name) roles[parentKey] = 'key';
  for (const { child, childKey } of relations) if (child === name) roles[childKey] = 'reference';
  return roles;
}
