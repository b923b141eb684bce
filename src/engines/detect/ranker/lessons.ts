import { evaluateScores } from '../evaluate-scores.ts';
import {
  fitRanker,
  learnableRows,
  MIN_DECISIONS,
  type Ranker,
  type RankerColumn,
  rankRows,
} from './ranker.ts';

/** Decided rows of one file, as a ranker reads them. */
export type Lesson = {
  columns: RankerColumn[];
  labels: Int8Array;
  /** Time or place of each decision: earlier ones train, later ones test. */
  order: Float64Array;
  /** Scores without labels. */
  scores: Float64Array;
};

/** Average precision on decisions that did not train, of the ranker and of scores without labels. */
export type RankerEvaluation = {
  trained: number;
  tested: number;
  confirmed: number;
  ranker: number;
  unsupervised: number;
};

const TRAINED = 0.7;

/** Takes the decided rows out of the columns of a file. */
export function lessonOf(
  { columns, scores }: { columns: readonly RankerColumn[]; scores: Float64Array },
  { rows, labels, order }: { rows: Uint32Array; labels: Int8Array; order: Float64Array },
): Lesson {
  return {
    columns: columns.map(({ name, bins }) => ({
      name,
      bins: Uint8Array.from(rows, (row) => bins[row]),
    })),
    labels: Int8Array.from(rows, (row) => labels[row]),
    order: Float64Array.from(rows, (row) => order[row]),
    scores: Float64Array.from(rows, (row) => scores[row]),
  };
}

/** Joins lessons of several files by the columns that all of them have. */
function joined(lessons: readonly Lesson[]): Lesson {
  const [first, ...others] = lessons;
  const binsOf = (lesson: Lesson, name: string) =>
    lesson.columns.find((column) => column.name === name)?.bins;
  const names = first.columns
    .map(({ name }) => name)
    .filter((name) => others.every((lesson) => binsOf(lesson, name) !== undefined));
  return {
    columns: names.map((name) => ({
      name,
      bins: Uint8Array.from(lessons.flatMap((lesson) => [...(binsOf(lesson, name) ?? [])])),
    })),
    labels: Int8Array.from(lessons.flatMap(({ labels }) => [...labels])),
    order: Float64Array.from(lessons.flatMap(({ order }) => [...order])),
    scores: Float64Array.from(lessons.flatMap(({ scores }) => [...scores])),
  };
}

/** Returns the time or place after which decisions test: seven tenths are before. */
export function testedFrom(order: Float64Array): number {
  const sorted = order.slice().sort();
  return sorted[Math.floor(sorted.length * TRAINED)] ?? Number.POSITIVE_INFINITY;
}

/**
 * Fits a ranker to the decided rows of one or more files.
 *
 * @param before only decisions before it train
 * @throws RangeError if fewer than five rows are confirmed, or fewer than five cleared
 */
export function trainRanker(
  lessons: readonly Lesson[],
  { seed, before = Number.POSITIVE_INFINITY }: { seed: bigint; before?: number },
): Ranker {
  const { columns, labels, order } = joined(lessons);
  const own = Uint32Array.from(labels.keys()).filter((row) => order[row] < before);
  const rows = learnableRows(labels, own);
  if (rows === null) {
    const count = (label: number) => own.filter((row) => labels[row] === label).length;
    throw new RangeError(
      `Learning needs at least ${MIN_DECISIONS} confirmed and ${MIN_DECISIONS} cleared rows; there are ${count(1)} and ${count(0)}.`,
    );
  }
  return fitRanker(columns, { labels, rows, seed });
}

/**
 * Evaluates a ranker on decisions from `from` on.
 *
 * @param from time or place; earlier decisions count as trained
 * @returns null if the later decisions are all confirmed or all cleared
 */
export function evaluateRanker(
  ranker: Ranker,
  lessons: readonly Lesson[],
  from: number,
): RankerEvaluation | null {
  const { columns, labels, order, scores } = joined(lessons);
  const rows = Uint32Array.from(labels.keys()).filter((row) => order[row] >= from);
  const later = Int8Array.from(rows, (row) => labels[row]);
  const precision = (own: Float64Array) => evaluateScores(own, later, 1)?.averagePrecision;
  const unsupervised = precision(Float64Array.from(rows, (row) => scores[row]));
  if (unsupervised === undefined) return null;
  const probabilities = rankRows(ranker, columns, rows);
  return {
    trained: labels.length - rows.length,
    tested: rows.length,
    confirmed: later.filter((label) => label === 1).length,
    ranker:
      precision(
        withScore(
          probabilities,
          Float64Array.from(rows, (r) => scores[r]),
        ),
      ) ?? 0,
    unsupervised,
  };
}

/** Lets the score without labels order equal probabilities. */
export const withScore = (probabilities: Float64Array, scores: Float64Array): Float64Array =>
  probabilities.map((probability, i) => probability + scores[i] * 1e-6);
