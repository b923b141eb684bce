import { isIdentifierName } from '../../../shared/layouts/identifier-name.ts';
import { streamFor } from '../../random/stream.ts';
import { isTimeOnly } from '../../table/datetime-form.ts';
import { entityIndex, rowsByEntity } from '../../table/sequence-shape.ts';
import type { Column, Table } from '../../table/table.ts';

/** Rows of some entities, entity by entity in order of time. */
export type Histories = {
  /** Rows of entity e are start[e] to start[e + 1]. */
  start: Int32Array;
  /** Entity and time of each row. */
  of: Int32Array;
  time: Float64Array;
  /** Columns that vary within entities: numbers, dates, and flags of frequent words. */
  series: { name: string; values: Float64Array; isAmount: boolean }[];
};

const MAX_ROWS = 20_000;
const MAX_ROWS_EACH = 500;
const MAX_SERIES = 40;
const MAX_FLAGS = 3;
const SHUFFLES = 40;
/** Standard deviations by which a statistic must differ from shuffled rows; some 40 are tested. */
const MIN_DEVIATIONS = 6;
/** Neighbors in time, on each side, from which a value's common trend is estimated. */
const WINDOW = 30;
/** Share of entities with a single value from which a column is their attribute. */
const ATTRIBUTE_SHARE = 0.98;

/** Takes evenly spread entities of at most 500 rows each, 20,000 rows in all. */
function sampleOf(of: Int32Array, count: number, time: Float64Array) {
  const { order, start } = rowsByEntity(of, count, time);
  const step = Math.max(1, Math.floor(order.length / MAX_ROWS));
  const rows: number[] = [];
  const starts = [0];
  for (let entity = 0; entity < count && rows.length < MAX_ROWS; entity += step) {
    const own = order.subarray(
      start[entity],
      Math.min(start[entity + 1], start[entity] + MAX_ROWS_EACH),
    );
    if (own.length < 2) continue;
    for (const row of own) rows.push(row);
    starts.push(rows.length);
  }
  return { rows: Int32Array.from(rows), start: Int32Array.from(starts) };
}

/** Returns mean ranks from 0 to 1, so that single large values decide nothing; NaN stays. */
function ranksOf(values: Float64Array): Float64Array {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const rankOf = new Map<number, number>();
  for (let i = 0; i < sorted.length; ) {
    let end = i;
    while (end < sorted.length && sorted[end] === sorted[i]) end++;
    rankOf.set(sorted[i], (i + end - 1) / 2 / Math.max(1, sorted.length - 1));
    i = end;
  }
  return values.map((value) => rankOf.get(value) ?? Number.NaN);
}

type Series = Histories['series'][number];

function flagsOf(column: Extract<Column, { kind: 'category' }>, rows: Int32Array): Series[] {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(column.codes[row], (counts.get(column.codes[row]) ?? 0) + 1);
  return [...counts]
    .filter(
      ([code, count]) => code >= 0 && count >= 0.02 * rows.length && count <= 0.98 * rows.length,
    )
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_FLAGS)
    .map(([code]) => ({
      name: column.name,
      values: Float64Array.from(rows, (row) => (column.codes[row] === code ? 1 : 0)),
      isAmount: false,
    }));
}

function seriesOf(column: Column, rows: Int32Array): Series[] {
  if (column.kind === 'category') return flagsOf(column, rows);
  const values = Float64Array.from(rows, (row) => column.values[row]);
  const distinct = new Set(values).size;
  // Counters and keys only repeat the order of the file.
  const isCounter =
    column.kind === 'number' && column.decimals === 0 && distinct > 0.9 * rows.length;
  if (isCounter || distinct < 2) return [];
  return [{ name: column.name, values, isAmount: column.kind === 'number' && distinct >= 50 }];
}

/** Returns true if at least two in 100 entities have several values. */
function variesIn(values: Float64Array, start: Int32Array): boolean {
  let varying = 0;
  for (let entity = 0; entity + 1 < start.length; entity++) {
    const own = values.subarray(start[entity], start[entity + 1]);
    if (own.some((value) => value !== own[0] && !(Number.isNaN(value) && Number.isNaN(own[0]))))
      varying++;
  }
  return varying > (1 - ATTRIBUTE_SHARE) * (start.length - 1);
}

/** Collects the rows of a column's entities in order of a date column, and what varies in them. */
export function historiesOf(table: Table, column: Column, timeName: string): Histories {
  const time = table.columns.find(({ name }) => name === timeName)!;
  if (time.kind !== 'datetime') throw new TypeError('Expected a date column.');
  const { of, count } = entityIndex(column);
  const { rows, start } = sampleOf(of, count, time.values);
  const entity = new Int32Array(rows.length);
  for (let e = 0; e + 1 < start.length; e++) entity.fill(e, start[e], start[e + 1]);
  const series = table.columns
    .filter((other) => other !== column && other !== time && !isIdentifierName(other.name))
    .filter((other) => other.kind !== 'datetime' || !isTimeOnly(other.form))
    .flatMap((other) => seriesOf(other, rows))
    .filter(({ values }) => variesIn(values, start))
    .slice(0, MAX_SERIES);
  return { start, of: entity, time: Float64Array.from(rows, (row) => time.values[row]), series };
}

const PURPOSE = 0x4e7;

/** Returns a statistic's mean and deviation over shuffled rows, with fixed draws. */
function shuffled(
  statistic: (order: Int32Array) => number,
  shuffle: (order: Int32Array, below: (n: number) => number) => void,
  rows: number,
) {
  const stream = streamFor(1n, rows, PURPOSE);
  const order = new Int32Array(rows);
  const values = Array.from({ length: SHUFFLES }, () => {
    for (let i = 0; i < rows; i++) order[i] = i;
    shuffle(order, (n) => stream.below(n));
    return statistic(order);
  });
  const mean = values.reduce((sum, value) => sum + value, 0) / SHUFFLES;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (SHUFFLES - 1);
  return { mean, deviation: Math.sqrt(variance) };
}

function shufflePart(
  order: Int32Array,
  { from, to }: { from: number; to: number },
  below: (n: number) => number,
) {
  for (let i = to - 1; i > from; i--) {
    const j = from + below(i - from + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
}

/** Shuffles all rows among all entities. */
const amongAll = (order: Int32Array, below: (n: number) => number) =>
  shufflePart(order, { from: 0, to: order.length }, below);

/** Shuffles the rows of each entity. */
const withinEach =
  ({ start }: Histories) =>
  (order: Int32Array, below: (n: number) => number) => {
    for (let e = 0; e + 1 < start.length; e++)
      shufflePart(order, { from: start[e], to: start[e + 1] }, below);
  };

/** Returns the mean variation coefficient of the times between an entity's rows. */
function meanVariation({ start, time }: Histories, order: Int32Array): number {
  let sum = 0;
  let entities = 0;
  for (let e = 0; e + 1 < start.length; e++) {
    const own = Float64Array.from(
      order.subarray(start[e], start[e + 1]),
      (row) => time[row],
    ).sort();
    if (own.length < 4) continue;
    const gaps = own.subarray(1).map((value, i) => value - own[i]);
    const mean = (own[own.length - 1] - own[0]) / gaps.length;
    if (mean === 0) continue;
    const variance = gaps.reduce((total, gap) => total + (gap - mean) ** 2, 0) / gaps.length;
    sum += Math.sqrt(variance) / mean;
    entities++;
  }
  return entities < 5 ? Number.NaN : sum / entities;
}

/** Tests whether an entity's rows are more regular in time than shuffled ones. */
export function regularTimes(histories: Histories): { found: number; chance: number } | null {
  const statistic = (order: Int32Array) => meanVariation(histories, order);
  const rows = histories.of.length;
  const found = statistic(Int32Array.from({ length: rows }, (_, i) => i));
  const { mean, deviation } = shuffled(statistic, amongAll, rows);
  const isRegular = found < 0.8 * mean && mean - found > MIN_DEVIATIONS * deviation;
  return isRegular ? { found: Math.max(found, 0.1), chance: mean } : null;
}

/** Returns the share of rows with the value of the entity's row before. */
function repeatShare({ start }: Histories, values: Float64Array, order: Int32Array): number {
  let equal = 0;
  let pairs = 0;
  for (let e = 0; e + 1 < start.length; e++) {
    for (let i = start[e] + 1; i < start[e + 1]; i++) {
      const own = values[order[i]];
      const before = values[order[i - 1]];
      if (Number.isNaN(own) || Number.isNaN(before)) continue;
      pairs++;
      if (own === before) equal++;
    }
  }
  return pairs < 50 ? 0 : equal / pairs;
}

/** Tests whether amounts recur within an entity more than among shuffled rows. */
export function recurringAmounts(
  histories: Histories,
): { column: string; found: number; chance: number } | null {
  const rows = histories.of.length;
  const whole = Int32Array.from({ length: rows }, (_, i) => i);
  for (const { name, values, isAmount } of histories.series) {
    if (!isAmount) continue;
    const found = repeatShare(histories, values, whole);
    if (found < 0.03) continue;
    const { mean, deviation } = shuffled(
      (order) => repeatShare(histories, values, order),
      amongAll,
      rows,
    );
    if (found > 3 * mean && found - mean > Math.max(0.02, MIN_DEVIATIONS * deviation))
      return { column: name, found, chance: mean };
  }
  return null;
}

/** Subtracts the mean rank of other entities' rows near in time: what all rows have in common. */
function withoutTrend({ of, time }: Histories, values: Float64Array): Float64Array {
  const ranks = ranksOf(values);
  const byTime = Int32Array.from({ length: of.length }, (_, i) => i).sort(
    (a, b) => time[a] - time[b],
  );
  const out = new Float64Array(of.length);
  byTime.forEach((row, place) => {
    let sum = 0;
    let count = 0;
    for (let k = Math.max(0, place - WINDOW); k <= place + WINDOW && k < byTime.length; k++) {
      const other = byTime[k];
      if (of[other] === of[row] || Number.isNaN(ranks[other])) continue;
      sum += ranks[other];
      count++;
    }
    out[row] = ranks[row] - (count > 0 ? sum / count : 0.5);
  });
  return out;
}

/** Centers values within each entity; missing ones become the mean. */
function centered({ start }: Histories, values: Float64Array): Float64Array {
  const out = new Float64Array(values.length);
  for (let e = 0; e + 1 < start.length; e++) {
    const own = values.subarray(start[e], start[e + 1]);
    const present = own.filter((value) => !Number.isNaN(value));
    const mean = present.reduce((sum, value) => sum + value, 0) / Math.max(1, present.length);
    own.forEach((value, i) => {
      out[start[e] + i] = Number.isNaN(value) ? 0 : value - mean;
    });
  }
  return out;
}

/** Returns the sum of products of neighboring rows of one entity at different times. */
function lagSum({ start, time }: Histories, values: Float64Array, order: Int32Array): number {
  let sum = 0;
  for (let e = 0; e + 1 < start.length; e++)
    for (let i = start[e] + 1; i < start[e + 1]; i++)
      if (time[i] !== time[i - 1]) sum += values[order[i]] * values[order[i - 1]];
  return sum;
}

const MIN_CORRELATION = 0.1;

/**
 * Tests whether values follow from the entity's row before, compared with its own rows shuffled.
 * Levels of an entity and trends that all rows share don't count.
 */
export function orderEvidence(
  histories: Histories,
): { column: string; correlation: number } | null {
  const rows = histories.of.length;
  const whole = Int32Array.from({ length: rows }, (_, i) => i);
  for (const { name, values } of histories.series) {
    const own = centered(histories, withoutTrend(histories, values));
    const total = own.reduce((sum, value) => sum + value ** 2, 0);
    if (total === 0) continue;
    const found = lagSum(histories, own, whole);
    const { mean, deviation } = shuffled(
      (order) => lagSum(histories, own, order),
      withinEach(histories),
      rows,
    );
    const correlation = (found - mean) / total;
    if (correlation >= MIN_CORRELATION && found - mean > MIN_DEVIATIONS * deviation)
      return { column: name, correlation };
  }
  return null;
}
