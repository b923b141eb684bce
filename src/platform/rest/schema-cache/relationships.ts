import type { ForeignKeyRow } from './catalog-queries.ts';
import type { Pair, Relation, Relationship } from './schema.ts';
import type { Origin } from './view-columns.ts';

export type CatalogRelation = {
  oid: number;
  relation: Relation;
  names: Map<number, string>;
  origins: Map<number, Origin> | null;
};

/** Base table column as shown by an exposed relation. */
type Shown = { by: string; column: string };

export function shownColumns(
  relations: CatalogRelation[],
  originsOf: (oid: number) => Map<number, Origin> | null,
): (relation: number, column: number) => Shown[] {
  const shown = new Map<string, Shown[]>();
  const base = ({ relation, column }: Origin): Origin | null => {
    const seen = new Set<number>();
    let at: Origin = { relation, column };
    for (;;) {
      const origins = originsOf(at.relation);
      if (origins === null) return at;
      const next = origins.get(at.column);
      if (!next || seen.has(at.relation)) return null;
      seen.add(at.relation);
      at = next;
    }
  };
  for (const { oid, relation, names } of relations) {
    for (const [number, column] of names) {
      const origin = base({ relation: oid, column: number });
      if (!origin) continue;
      const key = `${origin.relation}.${origin.column}`;
      const entry = { by: relation.name, column };
      shown.set(key, [...(shown.get(key) ?? []), entry]);
    }
  }
  return (relation, column) => shown.get(`${relation}.${column}`) ?? [];
}

/**
 * Returns the relations that show all given columns, with their names for them. A view that shows a
 * column twice yields two, and a request must choose; for a composite key the pairing would be
 * unknown, so such a view yields none.
 */
function showings(
  columns: number[],
  shownAs: (column: number) => Shown[],
): { by: string; columns: string[] }[] {
  const [first, ...others] = columns.map(shownAs);
  if (others.length === 0) return first!.map(({ by, column }) => ({ by, columns: [column] }));
  return first!.flatMap(({ by, column }) => {
    const rest = others.map((shown) => shown.filter((one) => one.by === by));
    const once = first!.filter((one) => one.by === by).length === 1;
    if (!once || rest.some((shown) => shown.length !== 1)) return [];
    return [{ by, columns: [column, ...rest.map((shown) => shown[0]!.column)] }];
  });
}

export function foreignKeyRelationships(
  keys: ForeignKeyRow[],
  shown: (relation: number, column: number) => Shown[],
  isView: (name: string) => boolean,
): Relationship[] {
  const relationships: Relationship[] = [];
  for (const key of keys) {
    const sources = showings(key.columns, (column) => shown(key.table, column));
    const targets = showings(key.targetColumns, (column) => shown(key.target, column));
    for (const source of sources) {
      for (const target of targets) {
        const columns = source.columns.map((own, at): Pair => [own, target.columns[at]!]);
        const common = { constraint: key.name, junction: null, computed: false };
        relationships.push({
          ...common,
          from: source.by,
          to: target.by,
          toView: isView(target.by),
          kind: key.unique ? 'one-to-one' : 'many-to-one',
          columns,
        });
        relationships.push({
          ...common,
          from: target.by,
          to: source.by,
          toView: isView(source.by),
          kind: key.unique ? 'one-to-one' : 'one-to-many',
          columns: columns.map(([own, other]): Pair => [other, own]),
        });
      }
    }
  }
  return relationships;
}

/** Derives junctions: a table whose primary key contains two foreign keys joins their targets. */
export function junctionRelationships(
  relationships: Relationship[],
  relations: Map<string, Relation>,
  keys: Set<string>,
): Relationship[] {
  const outward = relationships.filter(
    (one) =>
      (one.kind === 'many-to-one' || one.kind === 'one-to-one') &&
      keys.has(`${one.from} ${one.constraint}`),
  );
  const byJunction = Map.groupBy(outward, (one) => one.from);
  const joined: Relationship[] = [];
  for (const [table, ends] of byJunction) {
    const primaryKey = relations.get(table)?.primaryKey ?? [];
    for (const source of ends) {
      for (const target of ends) {
        if (source.constraint === target.constraint) continue;
        const used = [...source.columns, ...target.columns].map(([own]) => own);
        if (!used.every((column) => primaryKey.includes(column))) continue;
        const swapped = ({ columns }: Relationship) =>
          columns.map(([own, other]): Pair => [other, own]);
        joined.push({
          from: source.to,
          to: target.to,
          toView: target.toView,
          kind: 'many-to-many',
          constraint: table,
          columns: [],
          computed: false,
          junction: {
            table,
            sourceConstraint: source.constraint,
            targetConstraint: target.constraint,
            source: swapped(source),
            target: swapped(target),
          },
        });
      }
    }
  }
  return joined;
}
