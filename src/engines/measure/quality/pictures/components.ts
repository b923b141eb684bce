import type {
  PictureFigures,
  PictureSide,
} from '../../../../shared/report-sentences/picture-table.ts';
import { firstAbove } from '../../../table/search-sorted.ts';
import type { SidedColumn } from '../align-columns.ts';
import { type Persons, shareCells } from './count-cells.ts';

const MAX_POINTS = 2000;
const MAX_WORDS = 10;
const MIN_WORD_ROWS = 5;
const MAX_DIMENSIONS = 80;
const ITERATIONS = 100;
/** Cells across six standard deviations in each direction. */
const CELLS = 15;
const REACH = 3;
/** Sides in the order of the columns, and as drawn. */
const SIDES: PictureSide[] = ['real', 'synthetic', 'holdout'];
const DRAWN = [0, 2, 1];

type Encoder = { name: string; of: (side: number, row: number) => number };

/** Encodes numbers as ranks among real ones and frequent words as indicators, each of variance 1. */
function encodersOf(column: SidedColumn): Encoder[] {
  if (column.kind === 'number') {
    const real = column.sorted[0];
    const rank = (value: number) => {
      if (Number.isNaN(value) || real.length === 0) return 0;
      return Math.sqrt(12) * (firstAbove(real, { value }) / real.length - 0.5);
    };
    return [{ name: column.name, of: (side, row) => rank(column.values[side][row]) }];
  }
  const counts = column.counts[0];
  const rows = column.codes[0].length;
  return [...column.words.keys()]
    .filter((code) => counts[code] >= MIN_WORD_ROWS && counts[code] < rows)
    .sort((a, b) => counts[b] - counts[a] || a - b)
    .slice(0, MAX_WORDS)
    .map((code) => {
      const share = counts[code] / rows;
      const scale = Math.sqrt(share * (1 - share));
      return {
        name: column.name,
        of: (side, row) => (Number(column.codes[side][row] === code) - share) / scale,
      };
    });
}

const sampled = (rows: number) => {
  const count = Math.min(rows, MAX_POINTS);
  return Uint32Array.from({ length: count }, (_, i) => Math.floor((i * rows) / count));
};

function covarianceOf(points: readonly Float64Array[], size: number): Float64Array[] {
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  for (const point of points)
    for (let a = 0; a < size; a++)
      for (let b = 0; b <= a; b++) matrix[a][b] += (point[a] * point[b]) / points.length;
  for (let a = 0; a < size; a++) for (let b = 0; b < a; b++) matrix[b][a] = matrix[a][b];
  return matrix;
}

const dot = (a: Float64Array, b: Float64Array) =>
  a.reduce((sum, value, i) => sum + value * b[i], 0);

/** Finds the strongest component by power iteration, at right angles to an earlier one. */
function componentOf(matrix: readonly Float64Array[], before: Float64Array | null) {
  let vector = Float64Array.from(matrix, (_, i) => 1 / (i + 1));
  let variance = 0;
  for (let i = 0; i < ITERATIONS; i++) {
    const next = Float64Array.from(matrix, (line) => dot(line, vector));
    if (before !== null) {
      const along = dot(next, before);
      for (let j = 0; j < next.length; j++) next[j] -= along * before[j];
    }
    variance = Math.sqrt(dot(next, next));
    if (variance < 1e-9) return null;
    vector = next.map((value) => value / variance);
  }
  const largest = vector.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best));
  return { vector: largest < 0 ? vector.map((value) => -value) : vector, variance };
}

/**
 * Draws rows of each side on the first two principal components of the real rows, of ranks of
 * numbers and indicators of words (factor analysis of mixed data, Pagès 2014), as shares of cells.
 *
 * @param persons of each side
 * @returns null if the columns have fewer than two directions
 */
export function components(
  columns: readonly SidedColumn[],
  persons: readonly Persons[],
): PictureFigures | null {
  const encoders = columns.flatMap(encodersOf).slice(0, MAX_DIMENSIONS);
  const [first] = columns;
  if (first === undefined || encoders.length < 2) return null;
  const rowsOf = (first.kind === 'number' ? first.values : first.codes).map(({ length }) =>
    sampled(length),
  );
  const pointsOf = (side: number) =>
    Array.from(rowsOf[side], (row) => Float64Array.from(encoders, ({ of }) => of(side, row)));
  const matrix = covarianceOf(pointsOf(0), encoders.length);
  const one = componentOf(matrix, null);
  const two = one && componentOf(matrix, one.vector);
  if (!one || !two) return null;
  const total = matrix.reduce((sum, line, i) => sum + line[i], 0);
  const axis = (number: number, { vector, variance }: NonNullable<typeof one>) => {
    const names = [...vector.keys()].sort((a, b) => Math.abs(vector[b]) - Math.abs(vector[a]));
    const mostly = [...new Set(names.map((i) => encoders[i].name))].slice(0, 2).join(', ');
    return `component ${number}, ${Math.round((100 * variance) / total)}% of variance, mostly ${mostly}`;
  };
  const cellOf = (point: Float64Array, { vector, variance }: NonNullable<typeof one>) => {
    const scaled = dot(point, vector) / Math.sqrt(variance);
    const cell = Math.floor(((scaled + REACH) / (2 * REACH)) * CELLS);
    return Math.max(0, Math.min(CELLS - 1, cell));
  };
  const labels = Array.from({ length: CELLS }, (_, i) =>
    (((i + 0.5) / CELLS) * 2 * REACH - REACH).toFixed(1),
  );
  const sides = DRAWN.filter((side) => side < rowsOf.length).map((side) => {
    const rows = rowsOf[side];
    const points = pointsOf(side);
    const own = persons[side];
    const cells = shareCells({
      x: points.map((point) => cellOf(point, one)),
      // Upwards, as on paper.
      y: points.map((point) => CELLS - 1 - cellOf(point, two)),
      size: [CELLS, CELLS],
      persons: own === null ? null : Int32Array.from(rows, (row) => own[row]),
      hide: side !== 1,
    });
    return { side: SIDES[side], cells };
  });
  return {
    kind: 'grid',
    name: 'components',
    x: { title: axis(1, one), labels },
    y: { title: axis(2, two), labels: labels.toReversed() },
    sides,
  };
}
