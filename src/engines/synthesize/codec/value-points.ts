import { firstNotBelow } from '../../table/search-sorted.ts';
import { sortNumbers } from '../../table/sort-numbers.ts';

/**
 * Distinct values of a column, ascending. They count by entities: five rows of one account count
 * once.
 */
export type ValuePoints = {
  values: Float64Array;
  /** Rows of values[j] are the sorted rows from start[j] to start[j + 1]. */
  start: Int32Array;
  /** Entity of each sorted row; null if each row is an entity. */
  entity: Int32Array | null;
  /** Upper bound of entity numbers, exclusive. */
  entities: number;
};

function sortEntities(
  column: Float64Array,
  { entity, values, start }: { entity: Int32Array; values: Float64Array; start: Int32Array },
): Int32Array {
  const next = start.slice();
  const sorted = new Int32Array(start[values.length]);
  for (let row = 0; row < column.length; row++) {
    const value = column[row];
    if (Number.isNaN(value)) continue;
    sorted[next[firstNotBelow(values, { value })]++] = entity[row];
  }
  return sorted;
}

/**
 * @param column NaN for missing values
 * @param entity entity of each row, from 0; null if each row is an entity
 * @param decimals of most values
 */
export function valuePoints(
  column: Float64Array,
  { entity, decimals }: { entity: Int32Array | null; decimals: number },
): ValuePoints {
  const sorted = sortNumbers(column, decimals);
  let different = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) different++;
  const values = new Float64Array(different);
  const start = new Int32Array(different + 1);
  let j = -1;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) {
      values[++j] = sorted[i];
      start[j] = i;
    }
  }
  start[different] = sorted.length;
  if (entity === null) return { values, start, entity: null, entities: sorted.length };
  let entities = 0;
  for (const own of entity) if (own >= entities) entities = own + 1;
  return { values, start, entity: sortEntities(column, { entity, values, start }), entities };
}

export const rowsAt = ({ start }: ValuePoints, j: number): number => start[j + 1] - start[j];

export type EntityCounter = {
  clear: () => void;
  /** Adds the rows of a value; returns the number of entities so far. */
  add: (point: number) => number;
};

export function entityCounter(points: ValuePoints): EntityCounter {
  const { entity, start } = points;
  let count = 0;
  if (entity === null)
    return {
      clear: () => {
        count = 0;
      },
      add: (j) => {
        count += start[j + 1] - start[j];
        return count;
      },
    };
  const seen = new Int32Array(points.entities);
  let round = 1;
  return {
    clear: () => {
      count = 0;
      round++;
    },
    add: (j) => {
      for (let i = start[j]; i < start[j + 1]; i++) {
        if (seen[entity[i]] === round) continue;
        seen[entity[i]] = round;
        count++;
      }
      return count;
    },
  };
}

/** Returns 1 for values that at least `threshold` entities share. */
export function sharedPoints(points: ValuePoints, threshold: number): Uint8Array {
  const counter = entityCounter(points);
  const shared = new Uint8Array(points.values.length);
  for (let j = 0; j < shared.length; j++) {
    if (rowsAt(points, j) < threshold) continue;
    counter.clear();
    if (counter.add(j) >= threshold) shared[j] = 1;
  }
  return shared;
}

/** Returns true if fewer than `threshold` entities have the values selected by `matches`. */
export function belowEntityThreshold(
  points: ValuePoints,
  threshold: number,
  matches: (value: number) => boolean,
): boolean {
  const counter = entityCounter(points);
  for (let j = 0; j < points.values.length; j++) {
    if (matches(points.values[j]) && counter.add(j) >= threshold) return false;
  }
  return true;
}

export function pickPoints(points: ValuePoints, retained: Uint8Array): ValuePoints {
  if (!retained.includes(0)) return points;
  const { values, start, entity } = points;
  const places = Array.from(retained.keys()).filter((j) => retained[j] === 1);
  const ownStart = new Int32Array(places.length + 1);
  places.forEach((j, k) => {
    ownStart[k + 1] = ownStart[k] + rowsAt(points, j);
  });
  const ownEntity = entity === null ? null : new Int32Array(ownStart[places.length]);
  if (entity !== null)
    places.forEach((j, k) => {
      ownEntity?.set(entity.subarray(start[j], start[j + 1]), ownStart[k]);
    });
  return {
    ...points,
    values: Float64Array.from(places, (j) => values[j]),
    start: ownStart,
    entity: ownEntity,
  };
}
