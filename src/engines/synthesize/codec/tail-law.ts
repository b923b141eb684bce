import { rowsAt, type ValuePoints } from './value-points.ts';

/** Fewest entities above the law's threshold, of which it is learned. */
const FEWEST_ENTITIES = 50;
/** Share of rows that a law is learned from, at most as many rows, and the largest share that may be needed. */
const TAIL_SHARE = 0.025;
const MAX_ROWS = 2000;
const MAX_SHARE = 0.1;
/** Largest share of those rows that one entity may have. */
const MAX_SHARE_OF_ONE = 0.05;
const FEWEST_VALUES = 25;
/** Lighter tails end where enough entities do. */
const MIN_SHAPE = -0.1;
const MAX_SHAPE = 1.5;
/** Largest drawn excess, as a multiple of the one that several entities reach. */
const MAX_BEYOND = 3;

/**
 * Generalized Pareto law of the excess over a threshold: P(X > x) = (1 + shape x / scale)^(-1 / shape).
 * `most` is the largest value to draw.
 */
export type TailLaw = { threshold: number; shape: number; scale: number; most: number };
type Shape = Pick<TailLaw, 'shape' | 'scale'>;

/** Excesses over a threshold, and how many are at least `limit`, of unknown size. */
export type Excesses = { values: Float64Array; limit: number; beyond: number };

const sumOfLogs = (values: Float64Array, ratio: number) =>
  values.reduce((sum, value) => sum + Math.log1p(ratio * value), 0);

/** Returns the likelihood's maximum for a ratio of shape to scale (Grimshaw 1993), with censoring. */
function profile({ values, limit, beyond }: Excesses, ratio: number) {
  const within = sumOfLogs(values, ratio);
  const sum = within + beyond * Math.log1p(ratio * limit);
  const shape = sum / values.length;
  const scale = shape / ratio;
  return { shape, scale, likelihood: -values.length * (Math.log(scale) + 1) - within };
}

const STEPS = 60;
const REFINEMENTS = 40;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Logarithms of 1 + ratio * limit that are searched: from laws that end near it to heavy ones. */
const FROM = Math.log(0.02);
const TO = Math.log(1e3);

/**
 * Fits a generalized Pareto law to excesses, of which the largest are known by number only.
 *
 * Maximum likelihood with type I censoring (Smith 1985; Coles 2001, 4.3), along the profile of the
 * ratio of shape to scale, in one dimension.
 */
export function fitExcesses(excesses: Excesses): Shape {
  const at = (power: number) => profile(excesses, Math.expm1(power) / excesses.limit);
  const step = (TO - FROM) / (STEPS - 1);
  const searched = Array.from({ length: STEPS }, (_, i) => at(FROM + i * step).likelihood);
  const best = FROM + step * searched.indexOf(Math.max(...searched));
  let low = best - step;
  let high = best + step;
  for (let i = 0; i < REFINEMENTS; i++) {
    const left = high - GOLDEN * (high - low);
    const right = low + GOLDEN * (high - low);
    if (at(left).likelihood > at(right).likelihood) high = right;
    else low = left;
  }
  const { shape, scale } = at((low + high) / 2);
  return { shape, scale };
}

/** Returns the excess that a share `chance` of the law's values does not exceed. */
export function quantileOf({ shape, scale }: Shape, chance: number): number {
  const depth = -Math.log1p(-chance);
  return Math.abs(shape) < 1e-9 ? scale * depth : (scale * Math.expm1(shape * depth)) / shape;
}

/** Walks from the outermost value inwards until there are enough rows and entities. */
function outermost(points: ValuePoints, side: 1 | -1) {
  const { start, entity, values } = points;
  const rows = start[values.length];
  const wanted = Math.max(FEWEST_ENTITIES, Math.min(MAX_ROWS, Math.ceil(TAIL_SHARE * rows)));
  const most = MAX_SHARE * rows;
  const perEntity = new Map<number, number>();
  let met = 0;
  let different = 0;
  for (let k = 0; k < values.length; k++) {
    const j = side > 0 ? values.length - 1 - k : k;
    const entities = entity === null ? met : perEntity.size;
    if (met >= wanted && entities >= FEWEST_ENTITIES) {
      const isOfOne = [...perEntity.values()].some((own) => own > MAX_SHARE_OF_ONE * met);
      return different < FEWEST_VALUES || isOfOne ? null : { from: j, rows: met };
    }
    met += rowsAt(points, j);
    different++;
    if (met > most) return null;
    if (entity === null) continue;
    for (let i = start[j]; i < start[j + 1]; i++)
      perEntity.set(entity[i], (perEntity.get(entity[i]) ?? 0) + 1);
  }
  return null;
}

/**
 * Learns the law of a column's upper (side 1) or lower (-1) tail; null for light tails and where too
 * few entities are. Values beyond `limit`, which several entities reach, count only by number.
 */
export function learnTail(
  points: ValuePoints,
  { side, limit }: { side: 1 | -1; limit: number },
): TailLaw | null {
  const tail = outermost(points, side);
  if (tail === null) return null;
  const threshold = side * points.values[tail.from];
  const within = side * limit - threshold;
  if (!(within > 0)) return null;
  const excesses: number[] = [];
  let beyond = 0;
  const { values } = points;
  for (let j = tail.from + side; j >= 0 && j < values.length; j += side) {
    const excess = side * values[j] - threshold;
    const rows = rowsAt(points, j);
    if (excess >= within) beyond += rows;
    else for (let i = 0; i < rows; i++) excesses.push(excess);
  }
  if (excesses.length < FEWEST_ENTITIES / 2) return null;
  const fitted = fitExcesses({ values: Float64Array.from(excesses), limit: within, beyond });
  if (fitted.shape < MIN_SHAPE || fitted.shape > MAX_SHAPE) return null;
  return { threshold, ...fitted, most: threshold + MAX_BEYOND * within };
}

const PARTS = 16;

/**
 * Replaces the outermost of equally likely intervals by quantiles of the law. All intervals are cut
 * into as many parts, so that they stay equally likely; the last part ends in its own middle.
 */
export function extendEdges(
  edges: readonly number[],
  { side, law }: { side: 1 | -1; law: TailLaw },
): number[] {
  const outward = side > 0 ? [...edges] : edges.map((edge) => -edge).reverse();
  const last = outward.pop()!;
  const from = outward[outward.length - 1];
  if (from === undefined || from < law.threshold) return [...edges];
  const { shape, scale } = law;
  const above = { shape, scale: scale + shape * (from - law.threshold) };
  const cut = outward.slice(1).flatMap((edge, i) => {
    const before = outward[i];
    return Array.from({ length: PARTS }, (_, p) => before + ((edge - before) * (p + 1)) / PARTS);
  });
  const beyond = Array.from({ length: PARTS }, (_, p) => {
    const chance = p + 1 < PARTS ? (p + 1) / PARTS : 1 - 0.5 / PARTS;
    return Math.min(law.most, from + quantileOf(above, chance));
  });
  const extended = [outward[0], ...cut, ...beyond];
  if (extended[extended.length - 1] <= last) return [...edges];
  return side > 0 ? extended : extended.map((edge) => -edge).reverse();
}
