import { ambiguousRelationship, noRelationship } from '../errors/schema-errors.ts';
import type { Relationship, Schema } from '../schema-cache/schema.ts';
import { suggest } from '../schema-cache/suggest.ts';

const holdsColumn = (one: Relationship, side: 0 | 1, column: string): boolean =>
  one.columns.length === 1 && one.columns[0]![side] === column;

function isMeant(one: Relationship, target: string, hint: string | null): boolean {
  if (one.computed) return hint === null && target === one.constraint;
  if (one.from === one.to && one.junction === null) return isMeantOfSelf(one, target, hint);
  if (hint === null) {
    return (
      target === one.to ||
      (!one.toView && one.junction === null && target === one.constraint) ||
      (!one.toView && one.kind !== 'one-to-many' && holdsColumn(one, 0, target))
    );
  }
  return (
    target === one.to &&
    (one.junction === null
      ? hint === one.constraint || holdsColumn(one, 0, hint) || holdsColumn(one, 1, hint)
      : hint === one.junction.table)
  );
}

/** Resolves a self-reference: a table's name means referencing rows, a column's the referenced. */
function isMeantOfSelf(one: Relationship, target: string, hint: string | null): boolean {
  if (one.kind === 'one-to-one') return false;
  if (one.kind === 'one-to-many') {
    return target === one.to && (hint === null || holdsColumn(one, 1, hint));
  }
  return hint === null && holdsColumn(one, 0, target);
}

export function findRelationship(
  schema: Schema,
  { parent, target, hint }: { parent: string; target: string; hint: string | null },
): Relationship {
  const own = schema.relationships.get(parent) ?? [];
  const matches = own.filter((one) => isMeant(one, target, hint));
  // Computed relationships take precedence over foreign keys.
  const computed = matches.filter((one) => one.computed);
  const chosen = computed.length > 0 ? computed : matches;
  if (chosen.length === 1) return chosen[0]!;
  if (chosen.length > 1) throw ambiguousRelationship(parent, target, chosen);
  const isRelated = own.some((one) => one.to === target);
  const closest = isRelated ? null : suggest(target, new Set(own.map(({ to }) => to)));
  throw noRelationship({
    parent,
    child: target,
    hinted: hint,
    suggestion: closest === null ? null : `Perhaps you meant '${closest}' instead of '${target}'.`,
  });
}
