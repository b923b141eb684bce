import { formatIsoDate } from '../../../../shared/civil-date.ts';
import type { PictureFigures } from '../../../../shared/report-sentences/picture-table.ts';
import { DAY } from '../../../table/datetime-form.ts';
import { entityIndex, rowsByEntity, sequenceOf } from '../../../table/sequence-shape.ts';
import type { NumberColumn, Table } from '../../../table/table.ts';
import { MIN_PICTURED } from './count-cells.ts';

const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9];
const MAX_STEPS = 24;
/** Period lengths in months. */
const PERIODS = [1, 3, 12, 60];
const MIN_STEPS = 3;
/** A sum needs a column with movements in both directions. */
const MIN_OPPOSITE = 0.02;

type Drawn = { entity: string; time: string; column: string; isBalance: boolean };

/** Chooses a running balance, otherwise a number of both signs, which is added up. */
function drawnOf(real: Table, entity: string): Drawn | null {
  const column = real.columns.find(({ name }) => name === entity);
  const shape = column === undefined ? null : sequenceOf(real, column);
  if (shape === null) return null;
  const { time, balance } = shape;
  if (balance !== null) return { entity, time, column: balance.column, isBalance: true };
  const signed = real.columns.find((candidate) => {
    if (candidate.kind !== 'number' || candidate.name === entity) return false;
    const negative = candidate.values.reduce((sum, value) => sum + Number(value < 0), 0);
    return negative > MIN_OPPOSITE * real.rows && negative < (1 - MIN_OPPOSITE) * real.rows;
  });
  return signed === undefined ? null : { entity, time, column: signed.name, isBalance: false };
}

const monthOf = (day: number) => {
  const [year, month] = formatIsoDate(Math.floor(day)).split('-').map(Number);
  return year * 12 + month - 1;
};
const textOf = (month: number) =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

/** Returns the last months of up to 24 periods that cover the months, without the first period's start. */
function stepsOf(monthsOfRows: readonly number[]): number[] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const month of monthsOfRows) {
    if (month < first) first = month;
    if (month > last) last = month;
  }
  const period = PERIODS.find((months) => (last - first + 1) / months <= MAX_STEPS);
  if (period === undefined) return [];
  const count = Math.ceil((last - first + 1) / period);
  return Array.from({ length: count }, (_, i) => Math.min(last, first + (i + 1) * period - 1));
}

/** Returns the values of all entities that have begun, at the end of each step. */
function levelsOf(table: Table, drawn: Drawn, steps: readonly number[]): Float64Array[] | null {
  const find = (name: string) => table.columns.find((column) => column.name === name);
  const [entity, time, value] = [find(drawn.entity), find(drawn.time), find(drawn.column)];
  if (entity === undefined || time?.kind !== 'datetime' || value?.kind !== 'number') return null;
  const { of, count } = entityIndex(entity);
  const { order, start } = rowsByEntity(of, count, time.values);
  const levels = steps.map((): number[] => []);
  for (let e = 0; e < count; e++)
    addLevels(
      { value, time: time.values, drawn, steps, levels },
      order.subarray(start[e], start[e + 1]),
    );
  return levels.map((list) => Float64Array.from(list).sort());
}

function addLevels(
  {
    value,
    time,
    drawn,
    steps,
    levels,
  }: {
    value: NumberColumn;
    time: Float64Array;
    drawn: Drawn;
    steps: readonly number[];
    levels: number[][];
  },
  rows: Int32Array,
): void {
  let level = Number.NaN;
  let next = 0;
  for (const [s, step] of steps.entries()) {
    for (; next < rows.length && monthOf(time[rows[next]] / DAY) <= step; next++) {
      const own = value.values[rows[next]];
      if (Number.isNaN(own)) continue;
      level = drawn.isBalance ? own : (Number.isNaN(level) ? 0 : level) + own;
    }
    if (!Number.isNaN(level)) levels[s].push(level);
  }
}

/** Returns a quantile in two significant digits; null if fewer than five are on either side of it. */
function quantileOf(sorted: Float64Array, share: number, hide: boolean): number | null {
  if (sorted.length === 0) return null;
  if (hide && sorted.length * Math.min(share, 1 - share) < MIN_PICTURED) return null;
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return Number(value.toPrecision(2));
}

/**
 * Draws quantiles over entities at the end of each period: of the running balance, otherwise of the
 * sum so far of the first column with both signs.
 *
 * @returns null without a date that orders each entity's rows, without such a column, or for fewer
 * than three periods
 */
export function fan(real: Table, synthetic: Table, entity: string): PictureFigures | null {
  const drawn = drawnOf(real, entity);
  const time = real.columns.find(({ name }) => name === drawn?.time);
  if (drawn === null || time?.kind !== 'datetime') return null;
  const steps = stepsOf(Array.from(time.values, (value) => monthOf(value / DAY)));
  const levels = [real, synthetic].map((table) => levelsOf(table, drawn, steps));
  const [own, other] = levels;
  if (steps.length < MIN_STEPS || own === null || other === null) return null;
  const valuesOf = (sorted: Float64Array[], hide: boolean) =>
    QUANTILES.map((share) => sorted.map((list) => quantileOf(list, share, hide)));
  const values = valuesOf(own, true);
  if (values.flat().every((value) => value === null)) return null;
  return {
    kind: 'fan',
    name: drawn.isBalance ? 'balance' : 'sum',
    column: drawn.column,
    quantiles: QUANTILES,
    steps: steps.map(textOf),
    sides: [
      { side: 'real', values },
      { side: 'synthetic', values: valuesOf(other, false) },
    ],
  };
}
