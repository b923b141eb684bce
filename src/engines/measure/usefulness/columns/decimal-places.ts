import type { SidedNumbers } from '../../quality/align-columns.ts';
import { percent, type Rated, type UsefulnessCheck, verdictOn, worstOf } from '../check.ts';
import { HOLDOUT, REAL, type Sides, SYNTHETIC, someValues, totalVariation } from '../sides.ts';

const LIMITS = { limited: 0.2, unfit: 0.95 };
const MAX_PLACES = 6;
const TOLERANCE = 1e-6;

function placesOf(value: number): number {
  for (let places = 0; places < MAX_PLACES; places++) {
    const scaled = value * 10 ** places;
    if (Math.abs(scaled - Math.round(scaled)) < TOLERANCE) return places;
  }
  return MAX_PLACES;
}

function sharesOf(sorted: Float64Array): Float64Array {
  const shares = new Float64Array(MAX_PLACES + 1);
  for (const value of sorted) shares[placesOf(value)] += 1 / sorted.length;
  return shares;
}

function checkColumn(column: SidedNumbers, { hasHoldout, error }: Sides): Rated {
  const [real, synthetic] = [REAL, SYNTHETIC].map((side) => sharesOf(someValues(column, side)));
  const away = totalVariation(real, synthetic);
  const holdout = hasHoldout ? totalVariation(real, sharesOf(someValues(column, HOLDOUT))) : null;
  const loss = away - (holdout ?? 0);
  return {
    name: 'decimal places',
    column: column.name,
    synthetic: 1 - away,
    holdout: holdout === null ? null : 1 - holdout,
    loss,
    verdict: verdictOn(loss, LIMITS, error),
    reason: `${column.name} has other decimal places: ${percent(synthetic[0])} of its values are whole numbers, ${percent(real[0])} in the file`,
  };
}

/** Compares how many decimal places numbers have, which added noise and rounding change. */
export function decimalPlaces(sides: Sides): UsefulnessCheck[] {
  return worstOf(
    sides.columns.flatMap((column) =>
      column.kind === 'number' && !column.datetime && column.sorted[SYNTHETIC].length > 0
        ? [checkColumn(column, sides)]
        : [],
    ),
  );
}
