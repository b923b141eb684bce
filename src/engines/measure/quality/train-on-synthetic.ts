import { streamFor } from '../../random/stream.ts';
import { inTurn, type Spread } from '../../spread.ts';
import { upperMedian } from '../../table/upper-median.ts';
import { areaUnderCurve } from '../models/area-under-curve.ts';
import { learnAndPredict } from '../models/boosted-trees.ts';
import { modelBins } from '../models/model-bins.ts';
import { meanOf } from '../statistics/mean.ts';
import { shuffled } from '../statistics/shuffled.ts';
import type { SidedColumn } from './align-columns.ts';

const MAX_ROWS = 50_000;
const MAX_CLASSES = 5;
const MIN_CLASS = 10;
const TRANSFER = 22;
const HOLDOUT = 2;

export const TRANSFER_ROWS = 100;

export type Transfer = {
  target: string;
  /** Task: a class against the rest (averaged over several), or values above the median. */
  task: 'class' | 'above median';
  /** AUC on the holdout after training on synthetic rows, and on as many real ones. */
  synthetic: number;
  real: number;
  rows: number;
};

const rowsOf = (column: SidedColumn, side: number) =>
  (column.kind === 'number' ? column.values[side] : column.codes[side]).length;

/** Guesses the target: the last column with two to ten values. */
export function guessTarget(columns: readonly SidedColumn[]): string | null {
  const few = columns.filter((column) => {
    if (column.kind === 'category') {
      const used = column.words.filter((_, code) => column.counts[0][code] > 0).length;
      return used >= 2 && used <= 10;
    }
    const distinct = new Set<number>();
    for (const value of column.sorted[0]) if (distinct.add(value).size > 10) return false;
    return distinct.size >= 2;
  });
  return few[few.length - 1]?.name ?? null;
}

/** Labels, 0 or 1 per row and side: a class against the rest, or values above the median. */
export type Task = {
  kind: Transfer['task'];
  /** Class as the column's cells hold it; null for values above the median. */
  cell: number | null;
  labels: Uint8Array[];
};

/** Returns a target's tasks, the most frequent class first; for two classes only the rarer one. */
export function tasksOf(target: SidedColumn): Task[] {
  const cells = target.kind === 'number' ? target.values : target.codes;
  const label = (test: (cell: number) => boolean) =>
    cells.map((list) => Uint8Array.from(list as ArrayLike<number>, (cell) => (test(cell) ? 1 : 0)));
  const counts = new Map<number, number>();
  for (const cell of cells[0]) {
    if (!Number.isNaN(cell)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
    if (counts.size > 1000) break;
  }
  if (target.kind === 'number' && counts.size > 10) {
    const sorted = target.sorted[0];
    const median = upperMedian(sorted) ?? Number.NaN;
    return [{ kind: 'above median', cell: null, labels: label((cell) => cell >= median) }];
  }
  const enough = (labels: Uint8Array[]) =>
    [labels[0], labels[HOLDOUT] ?? labels[0]].every((list) => {
      let positives = 0;
      for (const positive of list) positives += positive;
      return positives >= MIN_CLASS && list.length - positives >= MIN_CLASS;
    });
  const ranked = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([cell]) => cell);
  const classes = ranked.length === 2 ? ranked.slice(1) : ranked.slice(0, MAX_CLASSES);
  return classes
    .map((cell): Task => ({ kind: 'class', cell, labels: label((code) => code === cell) }))
    .filter(({ labels }) => enough(labels));
}

/** Models of one task trained on synthetic and on as many real rows, with predictions. */
type LearnedTask = {
  task: Task;
  /** Log odds per test row. */
  synthetic: Float64Array;
  real: Float64Array;
};

export type Learned = { target: string; rows: number; tested: Uint32Array; tasks: LearnedTask[] };

/**
 * Trains boosted trees on synthetic rows and on as many real rows; predicts holdout rows with both.
 *
 * @param columns side 0 real, side 1 synthetic, side 2 the holdout
 * @returns null if there are too few rows or the target has only one class
 */
export function trainBoth(
  columns: readonly SidedColumn[],
  {
    targetName,
    seed,
    spread = inTurn,
    step = () => {},
  }: {
    targetName: string;
    seed: bigint;
    spread?: Spread | undefined;
    step?: (() => void) | undefined;
  },
): Learned | null {
  const target = columns.find((column) => column.name === targetName);
  const others = columns.filter((column) => column.name !== targetName);
  if (target === undefined || others.length === 0) return null;
  const n = Math.min(MAX_ROWS, rowsOf(target, 0), rowsOf(target, 1));
  const tested = Math.min(MAX_ROWS, rowsOf(target, HOLDOUT));
  if (n < TRANSFER_ROWS || tested < TRANSFER_ROWS) return null;
  const tasks = tasksOf(target);
  if (tasks.length === 0) return null;
  const picked = [n, n, tested].map((most, side) =>
    shuffled(rowsOf(target, side), streamFor(seed, side, TRANSFER), most),
  );
  const bins = modelBins(others, [0], picked);
  const features = (side: number) => bins.map(({ codes }) => codes[side]);
  const all = Uint32Array.from({ length: n }, (_, i) => i);
  const tests = Uint32Array.from({ length: tested }, (_, i) => i);
  const lessonOf = ({ labels }: Task, side: number) => ({
    features: features(side),
    labels: Uint8Array.from(picked[side], (row) => labels[side][row]),
    rows: all,
    tested: { features: features(HOLDOUT), rows: tests },
  });
  const predicted = spread.map(learnAndPredict, {
    shared: null,
    inputs: tasks.flatMap((task) => [lessonOf(task, 1), lessonOf(task, 0)]),
    pause: step,
  });
  return {
    target: targetName,
    rows: n,
    tested: picked[HOLDOUT],
    tasks: tasks.map((task, t) => ({
      task,
      synthetic: predicted[2 * t],
      real: predicted[2 * t + 1],
    })),
  };
}

/**
 * Computes train on synthetic, test on real (TSTR): holdout AUC of trees trained on synthetic rows
 * and of trees trained on real rows. Several classes: each against the rest, averaged.
 */
export function transfer({ target, rows, tested, tasks }: Learned): Transfer | null {
  const mean = (learnedFrom: 'synthetic' | 'real') =>
    meanOf(
      tasks.map((learned) => {
        const labels = Uint8Array.from(tested, (row) => learned.task.labels[HOLDOUT][row]);
        return areaUnderCurve(learned[learnedFrom], labels);
      }),
    );
  const [synthetic, real] = [mean('synthetic'), mean('real')];
  if (synthetic === null || real === null) return null;
  return { target, task: tasks[0].task.kind, synthetic, real, rows };
}

/** Returns the tested rows of the rarest class, which limit the precision of an AUC. */
export const rarestTested = ({ tested, tasks }: Learned): number =>
  Math.min(
    ...tasks.map(({ task }) => {
      const positives = tested.reduce((sum, row) => sum + task.labels[HOLDOUT][row], 0);
      return Math.min(positives, tested.length - positives);
    }),
  );
