import { normalQuantile } from '../../../random/normal-quantile.ts';
import type { Fairness, FairnessGrouping } from '../../report/fairness-schema.ts';
import type { NotMeasured } from '../../report/not-measured.ts';
import { meanOf } from '../../statistics/mean.ts';
import type { SidedColumn } from '../align-columns.ts';
import { columnShapes } from '../shapes-and-trends/column-shapes.ts';
import { type Learned, type Task, tasksOf } from '../train-on-synthetic.ts';
import { type GroupRates, oddsDifference } from './group-rates.ts';
import {
  type Grouping,
  groupings,
  MIN_GROUP_ROWS,
  rowsByGroup,
  rowsOn,
  withRows,
} from './groups.ts';
import { modelRates } from './model-differences.ts';
import { largestDifference, outcomeRates, widened } from './outcome-differences.ts';
import { sensitiveColumns } from './sensitive-columns.ts';

const LIKENESS_ROWS = 2000;

/** Returns the mean of column shapes within each group; null if a side has too few rows of it. */
function likeness(
  columns: readonly SidedColumn[],
  grouping: Grouping,
  side: number,
): (number | null)[] {
  const [real, other] = [0, side].map((s) => rowsByGroup(grouping, s, LIKENESS_ROWS));
  return grouping.names.map((_, group) => {
    if (other[group].length < MIN_GROUP_ROWS) return null;
    const pair = columns
      .filter(({ name }) => !grouping.columns.includes(name))
      .map(
        (column): SidedColumn =>
          column.kind === 'category'
            ? { ...column, codes: [column.codes[0], column.codes[side]] }
            : { ...column, values: [column.values[0], column.values[side]] },
      );
    return meanOf(
      columnShapes(withRows(pair, [real[group], other[group]])).map(({ score }) => score),
    );
  });
}

const shown = ({ rows, rate, truePositives, falsePositives, accuracy }: GroupRates) =>
  rows < MIN_GROUP_ROWS ? null : { rows, rate, truePositives, falsePositives, accuracy };

const rateOf = ({ rows, rate }: GroupRates) => (rows < MIN_GROUP_ROWS ? null : rate);

type Looked = {
  columns: readonly SidedColumn[];
  task: Task | undefined;
  learned: Learned | null;
  z: number;
};

function lookAt(grouping: Grouping, { columns, task, learned, z }: Looked): FairnessGrouping {
  const hasHoldout = grouping.codes.length > 2;
  const sides = hasHoldout ? [0, 1, 2] : [0, 1];
  const rows = sides.map((side) => rowsOn(grouping, side));
  const like = likeness(columns, grouping, 1);
  const likeHeld = hasHoldout ? likeness(columns, grouping, 2) : null;
  const outcome =
    task === undefined ? null : sides.map((side) => outcomeRates(grouping, task, side));
  const models = learned === null ? null : modelRates(grouping, learned, z);
  return {
    columns: grouping.columns,
    groups: grouping.names.map((name, group) => ({
      name,
      rows: { real: rows[0][group], synthetic: rows[1][group], holdout: rows[2]?.[group] ?? null },
      likeness: { synthetic: like[group], holdout: likeHeld?.[group] ?? null },
      outcome: outcome && {
        real: rateOf(outcome[0][group]),
        synthetic: rateOf(outcome[1][group]),
        holdout: outcome[2] === undefined ? null : rateOf(outcome[2][group]),
      },
      models: models && {
        real: shown(models.real[group]),
        synthetic: shown(models.synthetic[group]),
      },
    })),
    outcomeDifference: outcome && {
      real: largestDifference(outcome[0]),
      synthetic: largestDifference(outcome[1]),
      holdout: outcome[2] === undefined ? null : largestDifference(outcome[2]),
    },
    modelDifference: models && {
      real: { rate: largestDifference(models.real), odds: oddsOf(models.real) },
      synthetic: { rate: largestDifference(models.synthetic), odds: oddsOf(models.synthetic) },
    },
    widened: {
      data: outcome && widened(grouping, { real: outcome[0], synthetic: outcome[1], z }),
      models: models?.widened ?? null,
    },
  };
}

const oddsOf = (rates: readonly GroupRates[]) =>
  oddsDifference(rates.filter(({ rows }) => rows >= MIN_GROUP_ROWS));

const pairsOf = ({ names }: Grouping) => (names.length * (names.length - 1)) / 2;

function outcomeName(column: SidedColumn, { cell }: Task): string {
  if (cell === null) return 'the median or above';
  return column.kind === 'category' ? (column.words[cell] ?? 'missing') : String(cell);
}

/** Lists fairness as not measured if no column has two groups of enough rows. */
export function noGroups(report: Fairness | null): NotMeasured[] {
  if (report !== null) return [];
  const reason =
    'no column of sex, age, nationality, region or the like, found or named, has two groups of 100 rows';
  return [{ metric: 'fairness', reason, n: 0, needed: null }];
}

/**
 * Measures how synthetic rows treat groups of people: similarity within each group, differences of
 * outcome rates between groups in real, synthetic and held-out rows, and differences of models
 * trained on real and on synthetic rows, tested on real ones. Rates and differences as in fairlearn
 * (Bird and others 2020), intervals after Newcombe 1998. Groups of fewer than 100 real rows are
 * excluded.
 *
 * @param columns side 0 real, side 1 synthetic, side 2 the holdout if there is one
 * @param target outcome column; null if there is none
 * @param learned models of the target; null if there are none
 * @param declared names of sensitive columns; by default guessed from names and values
 * @returns null if there are no groups
 */
export function fairness(
  columns: readonly SidedColumn[],
  {
    target,
    learned,
    declared,
  }: { target: string | null; learned: Learned | null; declared?: readonly string[] | undefined },
): Fairness | null {
  const about = columns.find(({ name }) => name === target);
  const sensitive = sensitiveColumns(columns, declared).filter(({ name }) => name !== target);
  const looked = groupings(sensitive);
  if (looked.length === 0) return null;
  const task = learned?.tasks[0].task ?? (about === undefined ? undefined : tasksOf(about)[0]);
  const pairs = looked.reduce((sum, grouping) => sum + pairsOf(grouping), 0);
  const z = normalQuantile(1 - 0.025 / pairs);
  return {
    sensitive: sensitive.map(({ name }) => name),
    declared: declared !== undefined,
    outcome: about && task ? { column: about.name, value: outcomeName(about, task) } : null,
    groupings: looked.map((grouping) => lookAt(grouping, { columns, task, learned, z })),
  };
}
