import type { Learned } from '../train-on-synthetic.ts';
import { type GroupRates, groupRates } from './group-rates.ts';
import { type Grouping, rowsOn } from './groups.ts';
import { extremes, type Widened } from './outcome-differences.ts';

const HOLDOUT = 2;
const MIN_WIDER = 0.05;

export type ModelRates = { real: GroupRates[]; synthetic: GroupRates[]; widened: Widened | null };

type Estimate = { mean: number; variance: number };

/**
 * Returns by how much more one model predicts the outcome in a group than another, and its
 * variance: that of the shared test rows plus that of each training set, as if the group's rate had
 * been estimated from it.
 */
function excessIn(
  rows: readonly number[],
  models: readonly { odds: Float64Array; learnedFrom: number }[],
): Estimate {
  const [a, b] = models.map(({ odds }) => rows.map((row) => 1 / (1 + Math.exp(-odds[row]))));
  const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const differences = a.map((p, i) => p - b[i]);
  const center = mean(differences);
  const tested = mean(differences.map((d) => (d - center) ** 2)) / rows.length;
  const learned = [a, b].reduce((sum, list, i) => {
    const rate = mean(list);
    return sum + (rate * (1 - rate)) / models[i].learnedFrom;
  }, 0);
  return { mean: center, variance: tested + learned };
}

/**
 * Compares the first task's models, trained on synthetic and on real rows, by group of the same
 * real rows: selection rate (log odds above 0), true and false positive rates.
 *
 * @param z normal quantile, corrected for the number of pairs of groups
 */
export function modelRates(grouping: Grouping, learned: Learned, z: number): ModelRates {
  const { tested, tasks, rows } = learned;
  const [{ task, synthetic, real }] = tasks;
  const groups = Int32Array.from(tested, (row) => grouping.codes[HOLDOUT][row]);
  const actual = Uint8Array.from(tested, (row) => task.labels[HOLDOUT][row]);
  const guess = (odds: Float64Array) => Uint8Array.from(odds, (value) => (value > 0 ? 1 : 0));
  const count = grouping.names.length;
  const rates = {
    real: groupRates(groups, { count, predicted: guess(real), actual }),
    synthetic: groupRates(groups, { count, predicted: guess(synthetic), actual }),
  };
  const at = extremes(rates.synthetic);
  if (at === null) return { ...rates, widened: null };
  const learnedRows = (side: number, group: number) =>
    (rowsOn(grouping, side)[group] * rows) / grouping.codes[side].length;
  const [high, low] = [at.high, at.low].map((group) =>
    excessIn(
      Array.from(groups.keys()).filter((i) => groups[i] === group),
      [
        { odds: synthetic, learnedFrom: learnedRows(1, group) },
        { odds: real, learnedFrom: learnedRows(0, group) },
      ],
    ),
  );
  const difference = (list: readonly GroupRates[]) =>
    (list[at.high].rate ?? 0) - (list[at.low].rate ?? 0);
  const [wide, usual] = [difference(rates.synthetic), difference(rates.real)];
  const isWider =
    wide - Math.abs(usual) >= MIN_WIDER &&
    high.mean - low.mean > z * Math.sqrt(high.variance + low.variance);
  const [highName, lowName] = [grouping.names[at.high], grouping.names[at.low]];
  const widened = { high: highName, low: lowName, real: usual, synthetic: wide };
  return { ...rates, widened: isWider ? widened : null };
}
