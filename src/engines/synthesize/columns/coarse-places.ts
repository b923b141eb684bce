import {
  choosePair,
  pairDecimals,
  readPair,
  writePair,
} from '../../../shared/layouts/pair-form.ts';
import type { CategoryColumn, Column, Table } from '../../table/table.ts';
import { MAX_VALUES, meetsThreshold } from '../codec/category-codec.ts';
import type { ColumnPlan } from './column-plan.ts';

type Place = { at: [number, number]; rows: number[]; entities: ReadonlySet<number> };
type HeldBy = { threshold: number; entity: Int32Array | null };

const entitiesIn = (places: readonly Place[]): number =>
  new Set(places.flatMap(({ entities }) => [...entities])).size;

const spread = (places: readonly Place[], axis: 0 | 1): number => {
  const all = places.map(({ at }) => at[axis]);
  return (
    all.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY) -
    all.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  );
};

/**
 * Cuts an area at its median, along its longer side, as long as both halves have `threshold`
 * entities (a k-d tree, Bentley 1975).
 */
function areasOf(places: readonly Place[], threshold: number, most: number): Place[][] {
  const axis = spread(places, 0) >= spread(places, 1) ? 0 : 1;
  const sorted = places.toSorted(
    (a, b) => a.at[axis] - b.at[axis] || a.at[1 - axis]! - b.at[1 - axis]!,
  );
  const middle = sorted.length >> 1;
  const halves = [sorted.slice(0, middle), sorted.slice(middle)];
  if (most < 2 || middle === 0 || halves.some((half) => entitiesIn(half) < threshold))
    return [sorted];
  return halves.flatMap((half, i) =>
    areasOf(half, threshold, i === 0 ? most >> 1 : most - (most >> 1)),
  );
}

/** Returns the mean place of an area's entities. */
function centerOf(area: readonly Place[]): [number, number] {
  const mean = (axis: 0 | 1) => area.reduce((sum, { at }) => sum + at[axis], 0) / area.length;
  return [mean(0), mean(1)];
}

function placesOf({ codes, dictionary }: CategoryColumn, { entity }: HeldBy): Place[] {
  const rows = dictionary.map((): number[] => []);
  codes.forEach((code, row) => {
    if (code >= 0) rows[code]!.push(row);
  });
  return dictionary.map((text, code) => ({
    at: readPair(text)!.values,
    rows: rows[code]!,
    entities: new Set(rows[code]!.map((row) => entity?.[row] ?? row)),
  }));
}

/** Replaces coordinates of too few entities by the mean place of a group of their neighbors. */
function coarse(column: CategoryColumn, options: HeldBy): CategoryColumn {
  const { threshold, entity } = options;
  const { dictionary } = column;
  const shown = meetsThreshold({ ...column, entity }, threshold).slice(0, dictionary.length);
  const frequent = shown.filter(Boolean).length;
  if (frequent === dictionary.length) return column;
  const places = placesOf(column, options);
  const single = places.filter(({ rows }, code) => shown[code] !== true && rows.length > 0);
  if (entitiesIn(single) < threshold) return column;
  const { form } = readPair(dictionary[0]!)!;
  const decimals = dictionary.reduce((most, text) => Math.max(most, pairDecimals(text)), 0);
  const words = [...dictionary];
  const wordOf = new Map(words.map((word, code) => [word, code]));
  const codes = column.codes.slice();
  for (const area of areasOf(single, threshold, Math.max(1, MAX_VALUES - frequent))) {
    const text = writePair(form, centerOf(area), decimals);
    const code = wordOf.get(text) ?? words.push(text) - 1;
    wordOf.set(text, code);
    for (const { rows } of area) for (const row of rows) codes[row] = code;
  }
  return { ...column, codes, dictionary: words };
}

const isPlaces = (column: Column): column is CategoryColumn =>
  column.kind === 'category' && choosePair(column.name, column.dictionary) !== null;

/**
 * Replaces coordinates of fewer than `threshold` entities in modeled columns by means of groups of
 * at least as many, so that pairs near the file's are drawn and never one person's.
 *
 * @param options.entity entity of each row; null if each row is an entity
 */
export const withCoarsePlaces = (
  table: Table,
  plans: readonly ColumnPlan[],
  options: HeldBy,
): Table => ({
  ...table,
  columns: table.columns.map((column, i) =>
    plans[i]!.made === null && isPlaces(column) ? coarse(column, options) : column,
  ),
});
