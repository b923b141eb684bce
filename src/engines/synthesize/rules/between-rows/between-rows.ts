import type { StepUnit } from '../derived/formula.ts';

/**
 * Rule between the rows of an entity, in order of time:
 * - `carried`: the value of another column in the row before, as an opening balance; entities begin
 *   at multiples of `unit`, and the other column is never negative if `isNeverNegative`;
 * - `run`: its own value of the row before plus or less a movement, as a debt left; from 0 in each
 *   year of the date column `resets`, as a total of the year, which first rows begin if `fromZero`;
 * - `counted`: a step more than in the row before; `first` is where all entities begin, if they do;
 * - `stepped`: a date some days or months after the row before; of several months, `phase` is the
 *   remainder of all months, as Decembers and ends of quarters have;
 * - `steady`: the value of the row before in a share of the rows; the others are `low` to `high`
 *   times it, in multiples of `step`, and `isLast` if most are an entity's last row, as a last payment;
 * - `monotone`: never below the value before in its entity, as an odometer, or never above (`sense`
 *   -1); within each year of the date column `resets`, as a deductible that is met; means of values
 *   that entities, or their years, begin with and of steps, each of some entities, in order; in
 *   multiples of `unit`, up to `most` if many end there. Of -1, entities begin with their last row;
 * - `length`: the number of the entity's rows, in each of them;
 * - `starts`: a value of the parent's row in the first, as the amount of a loan;
 * - `last`: a word that stands only in an entity's last row, in a share of the entities, as closed;
 * - `ends`: the value of the last row, as a repaid balance.
 */
export type BetweenRows =
  | {
      kind: 'carried';
      column: number;
      from: number;
      unit: number | null;
      isNeverNegative: boolean;
    }
  | {
      kind: 'run';
      column: number;
      movement: number;
      factor: 1 | -1;
      isNeverNegative: boolean;
      resets: number | null;
      fromZero: boolean;
    }
  | { kind: 'counted'; column: number; step: 1 | -1; first: number | null }
  | { kind: 'stepped'; column: number; unit: StepUnit; step: number; phase: number | null }
  | {
      kind: 'steady';
      column: number;
      share: number;
      low: number | null;
      high: number | null;
      step: number;
      isLast: boolean;
    }
  | {
      kind: 'monotone';
      column: number;
      sense: 1 | -1;
      resets: number | null;
      starts: number[];
      steps: number[];
      unit: number;
      most: number | null;
    }
  | { kind: 'length'; column: number }
  | { kind: 'starts'; column: number; from: number }
  | { kind: 'last'; column: number; word: string; share: number }
  | { kind: 'ends'; column: number; value: number };

type Kind = BetweenRows['kind'];

export type Between<K extends Kind> = Extract<BetweenRows, { kind: K }>;

/** Returns the rules of one kind about columns without a given value. */
export const betweenOf = <K extends Kind>(
  rules: readonly BetweenRows[],
  kind: K,
  isGiven: (column: number) => boolean = () => false,
): Between<K>[] =>
  rules.filter((rule): rule is Between<K> => rule.kind === kind && !isGiven(rule.column));

const stepText = (unit: StepUnit, step: number): string => {
  if (unit === 'month ends') return step === 1 ? 'a month end' : `${step} month ends`;
  const single = unit.replace(/s$/, '');
  return step === 1 ? `a ${single}` : `${step} ${unit}`;
};

const MONTH_NAMES = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2024, month)).toLocaleString('en', { month: 'long', timeZone: 'UTC' }),
);

/** Names the months in which all dates are, such as the ends of quarters. */
function monthsText({ step, phase }: Between<'stepped'>): string {
  if (phase === null) return '';
  return `, in ${MONTH_NAMES.filter((_, month) => month % step === phase).join(', ')}`;
}

const inYears = (
  { resets }: Pick<Between<'monotone'>, 'resets'>,
  nameOf: (column: number) => string,
): string => (resets === null ? '' : ` within each year of ${nameOf(resets)}`);

export function betweenSentence(rule: BetweenRows, nameOf: (column: number) => string): string {
  const own = nameOf(rule.column);
  if (rule.kind === 'carried') return `${own} is ${nameOf(rule.from)} of the row before`;
  if (rule.kind === 'run') {
    const moved = `that of the row before ${rule.factor > 0 ? '+' : '−'} ${nameOf(rule.movement)}`;
    return `${own} is ${moved}${rule.resets === null ? '' : `, from 0 in each year of ${nameOf(rule.resets)}`}`;
  }
  if (rule.kind === 'stepped')
    return `${own} is ${stepText(rule.unit, rule.step)} after that of the row before${monthsText(rule)}`;
  if (rule.kind === 'steady') return `${own} is mostly that of the row before`;
  if (rule.kind === 'monotone')
    return `${own} never ${rule.sense > 0 ? 'falls' : 'rises'} from row to row${inYears(rule, nameOf)}`;
  if (rule.kind === 'length') return `${own} is the number of rows`;
  if (rule.kind === 'starts') return `${own} is ${nameOf(rule.from)} in the first row`;
  if (rule.kind === 'last') return `${own} is ${rule.word} only in the last row`;
  if (rule.kind === 'ends') return `${own} is ${rule.value} in the last row`;
  const sense = rule.step > 0 ? 'more' : 'less';
  return rule.first === null || rule.step < 0
    ? `${own} is 1 ${sense} than in the row before`
    : `${own} counts the rows from ${rule.first}`;
}
