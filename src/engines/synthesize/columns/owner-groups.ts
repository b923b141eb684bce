import type { RandomStream } from '../../random/stream.ts';
import { entityIndex } from '../../table/sequence-shape.ts';
import type { CategoryColumn, Column, Table } from '../../table/table.ts';
import type { ColumnPlan, OwnerGroups } from './column-plan.ts';
import { drawEntity } from './make-column.ts';
import { numberingOf, withGroups } from './numbering.ts';
import { mix } from './scatter-index.ts';

/** Minimum share of rows whose values enough entities have. */
const MIN_COVERED = 0.8;

type Held = { entity: Int32Array; threshold: number };

/**
 * Divides the references of histories, such as providers and merchants, into groups by the words
 * that each has one of: a provider keeps its specialty, for all patients.
 *
 * @param held.entity entity of each row; only words that enough entities have form groups
 */
export function withOwnerGroups(
  table: Table,
  plans: readonly ColumnPlan[],
  held: Held,
): ColumnPlan[] {
  return plans.map((plan, leader) => {
    const own = numberingOf(plan);
    const { of, count } = entityIndex(table.columns[leader]!);
    // An entity's own number has no group; nor has one of several that an entity can have.
    const isOwn = own === null || follows(of, held.entity);
    if (isOwn || (own.parent >= 0 && !follows(held.entity, of))) return plan;
    const words = (own.attributes ?? [])
      .filter((column) => table.columns[column]!.kind === 'category')
      .map((column) => ({ column, size: entityIndex(table.columns[column]!).count }))
      .sort((a, b) => a.size - b.size);
    let groups: OwnerGroups | null = null;
    for (const { column } of words) {
      const columns = [...(groups?.columns ?? []), column];
      const more = groupsOf(table, { of, count, columns }, held);
      if (more !== null) groups = more;
    }
    return groups === null ? plan : withGroups(plan, groups);
  });
}

/** Returns true if each number has one of another column. */
function follows(of: Int32Array, other: Int32Array): boolean {
  const pairs = new Map<number, number>();
  return of.every((own, row) => {
    const known = pairs.get(own);
    if (known === undefined) pairs.set(own, other[row]!);
    return known === undefined || known === other[row];
  });
}

/** Returns the groups by the words of some columns; null if enough entities have too few of them. */
function groupsOf(
  { columns: all }: Table,
  { of, count, columns }: { of: Int32Array; count: number; columns: number[] },
  { entity, threshold }: Held,
): OwnerGroups | null {
  const keyAt = keysOf(all, columns);
  const keyOfOwner: (string | null)[] = new Array(count).fill(null);
  const holders = new Map<string, Set<number>>();
  of.forEach((owner, row) => {
    const key = keyAt(row);
    if (owner < 0 || key === null) return;
    keyOfOwner[owner] ??= key;
    if (!holders.has(key)) holders.set(key, new Set());
    holders.get(key)!.add(entity[row]!);
  });
  const isShown = (key: string | null) =>
    key !== null && (holders.get(key)?.size ?? 0) >= threshold;
  const covered = of.reduce((rows, _, row) => rows + Number(isShown(keyAt(row))), 0);
  const shown = [...holders.keys()].filter(isShown).sort();
  if (shown.length < 2 || covered < MIN_COVERED * of.length) return null;
  return {
    columns,
    keys: shown.map((key) => JSON.parse(key) as string[]),
    owners: shown.map((key) => keyOfOwner.filter((own) => own === key).length),
  };
}

/** Returns the words of a row in some columns as one key; null if one is missing. */
function keysOf(all: readonly (Column | null)[], columns: readonly number[]) {
  const own = columns.map((column) => all[column] as CategoryColumn);
  return (row: number): string | null =>
    own.some(({ codes }) => codes[row]! < 0)
      ? null
      : JSON.stringify(own.map(({ codes, dictionary }) => dictionary[codes[row]!]));
}

/** Numbers of each group in proportion to the file's, at least one, in scattered order. */
function numbersOf({ owners }: OwnerGroups, entities: number): number[][] {
  const scattered = Array.from({ length: entities }, (_, k) => k).sort(
    (a, b) => mix(a, 0) - mix(b, 0),
  );
  const total = owners.reduce((sum, own) => sum + own, 0);
  let before = 0;
  return owners.map((own) => {
    const from = Math.floor((before / total) * entities);
    before += own;
    const to = Math.floor((before / total) * entities);
    return scattered.slice(from, Math.max(from + 1, to)).sort((a, b) => a - b);
  });
}

/** Draws the numbers of a block's rows, each of its row's group; -1 for missing. */
export function drawOwners(
  {
    entities,
    popularity,
    groups,
  }: { entities: number; popularity: Float64Array; groups: OwnerGroups },
  {
    columns,
    rows,
    parent,
    missingShare,
    stream,
  }: {
    columns: readonly (Column | null)[];
    rows: number;
    /** Number that has one of these, by row; null if each row has its own. */
    parent: Int32Array | null;
    missingShare: (row: number) => number;
    stream: RandomStream;
  },
): Int32Array {
  const keyAt = keysOf(columns, groups.columns);
  const numbers = numbersOf(groups, entities);
  const groupOf = new Map(groups.keys.map((key, g) => [JSON.stringify(key), numbers[g]!]));
  const drawn = new Map<number, number>();
  return Int32Array.from({ length: rows }, (_, row) => {
    const above = parent?.[row] ?? -1;
    const known = above < 0 ? undefined : drawn.get(above);
    if (known !== undefined) return known;
    if (stream.float() < missingShare(row)) return -1;
    const own = groupOf.get(keyAt(row) ?? '');
    const place = drawEntity(popularity, own?.length ?? entities, stream);
    const number = own?.[place] ?? place;
    if (above >= 0) drawn.set(above, number);
    return number;
  });
}
