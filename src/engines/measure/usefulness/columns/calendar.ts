import type { SidedNumbers } from '../../quality/align-columns.ts';
import { percent, type Rated, type UsefulnessCheck, verdictOn, worstOf } from '../check.ts';
import { HOLDOUT, REAL, type Sides, SYNTHETIC, someValues, totalVariation } from '../sides.ts';

const LIMITS = { limited: 0.08, unfit: 0.4 };
const DAY = 86_400_000;
/** Years that a file needs before its months are a season. */
const MIN_MONTHS = 12;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type Part = {
  name: string;
  size: number;
  of: (days: number) => number;
  label: (i: number) => string;
};

const dateOf = (days: number) => new Date(Math.floor(days) * DAY);

/** Parts of a date: weekday, day and end of the month, hour. Epoch day 0 was a Thursday. */
const PARTS: readonly Part[] = [
  {
    name: 'weekdays',
    size: 7,
    of: (days) => (((Math.floor(days) + 4) % 7) + 7) % 7,
    label: (i) => WEEKDAYS[i],
  },
  {
    name: 'days of the month',
    size: 32,
    of: (days) => {
      const isLast = new Date((Math.floor(days) + 1) * DAY).getUTCDate() === 1;
      return isLast ? 0 : dateOf(days).getUTCDate();
    },
    label: (i) => (i === 0 ? 'the last day of a month' : `day ${i} of a month`),
  },
  {
    name: 'months',
    size: MIN_MONTHS,
    of: (days) => dateOf(days).getUTCMonth(),
    label: (i) => `month ${i + 1}`,
  },
  {
    name: 'hours',
    size: 24,
    of: (days) => Math.min(23, Math.floor(24 * (days - Math.floor(days)) + 1e-6)),
    label: (i) => `hour ${i}`,
  },
];

function sharesOf(sorted: Float64Array, { size, of }: Part): Float64Array {
  const shares = new Float64Array(size);
  for (const days of sorted) shares[of(days)] += 1 / sorted.length;
  return shares;
}

function checkPart(column: SidedNumbers, part: Part, { hasHoldout, error }: Sides): Rated {
  const [real, synthetic] = [REAL, SYNTHETIC].map((side) =>
    sharesOf(someValues(column, side), part),
  );
  const away = totalVariation(real, synthetic);
  const holdout = hasHoldout
    ? totalVariation(real, sharesOf(someValues(column, HOLDOUT), part))
    : null;
  const loss = away - (holdout ?? 0);
  const gaps = synthetic.map((share, i) => Math.abs(share - real[i]));
  const at = gaps.indexOf(Math.max(...gaps));
  return {
    name: 'calendar',
    column: column.name,
    synthetic: 1 - away,
    holdout: holdout === null ? null : 1 - holdout,
    loss,
    verdict: verdictOn(loss, LIMITS, error * Math.sqrt(part.size / 7)),
    reason: `${part.name} of ${column.name} differ: ${part.label(at)} has ${percent(synthetic[at])} of rows, ${percent(real[at])} in the file`,
  };
}

/** Compares weekdays, days of the month, months and hours of dates, by total variation. */
export function calendar(sides: Sides): UsefulnessCheck[] {
  const dates = sides.columns.filter((column) => column.kind === 'number' && column.datetime);
  return worstOf(
    dates.flatMap((column) =>
      column.kind === 'number' && column.sorted[SYNTHETIC].length > 0
        ? PARTS.map((part) => checkPart(column, part, sides))
        : [],
    ),
  );
}
