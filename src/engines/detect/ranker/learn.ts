import { streamFor } from '../../random/stream.ts';
import { sortedRows } from '../arrays/ranked-column.ts';
import type { Decisions } from './carried-risk.ts';
import { chooseCases } from './choose-cases.ts';
import {
  evaluateRanker,
  lessonOf,
  type RankerEvaluation,
  testedFrom,
  trainRanker,
  withScore,
} from './lessons.ts';
import { rankRows } from './ranker.ts';
import { type Rankable, rankerColumns } from './ranker-columns.ts';

export type Learned = {
  confirmed: number;
  cleared: number;
  columns: string[];
  /** Of a ranker trained on the earlier 70 % of decisions; null if a part has too few of a kind. */
  evaluation: RankerEvaluation | null;
  /** Undecided rows that would teach most if they were labeled. */
  next: number[];
};

const NEXT = 20;
const PURPOSE = 0x1ab7;

/** Returns the decided rows, and per row its place in the order of rows' times. */
function inOrder({ ledger }: Pick<Rankable, 'ledger'>, labels: Int8Array) {
  const all = Uint32Array.from(labels.keys());
  const order = new Float64Array(labels.length).fill(-1);
  (ledger.time === null ? all : sortedRows(ledger.time)).forEach((row, place) => {
    order[row] = place;
  });
  return { rows: all.filter((row) => labels[row] >= 0), order };
}

function evaluateLater(
  scored: Rankable,
  decisions: Decisions,
  seed: bigint,
): RankerEvaluation | null {
  const { labels } = decisions;
  const { rows, order } = inOrder(scored, labels);
  const from = testedFrom(Float64Array.from(rows, (row) => order[row]));
  // Tested decisions carry no risk: the ranker would read them off each other.
  const earlier = labels.map((label, row) => (order[row] < from ? label : -1));
  const { columns } = rankerColumns(scored, { ...decisions, labels: earlier });
  const lesson = lessonOf({ columns, scores: scored.scores }, { rows, labels, order });
  try {
    return evaluateRanker(trainRanker([lesson], { seed, before: from }), [lesson], from);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Ranks all rows by a ranker fitted to reviewers' decisions. Its columns are the detector's score,
 * every feature, and the risk that earlier decisions carry over to accounts, merchants,
 * counterparties and devices. The score without labels orders equal probabilities.
 *
 * @throws RangeError if fewer than five rows are confirmed, or fewer than five cleared
 */
export function learnFromDecisions(scored: Rankable, decisions: Decisions, seed: bigint) {
  const { labels } = decisions;
  const { rows, order: places } = inOrder(scored, labels);
  const { columns, risks } = rankerColumns(scored, decisions);
  const lesson = lessonOf({ columns, scores: scored.scores }, { rows, labels, order: places });
  const ranker = trainRanker([lesson], { seed });
  const probabilities = rankRows(ranker, columns, Uint32Array.from(labels.keys()));
  const ranks = withScore(probabilities, scored.scores);
  const order = sortedRows(ranks.map((rank) => -rank)).filter((row) => labels[row] < 0);
  const confirmed = lesson.labels.filter((label) => label === 1).length;
  const learned: Learned = {
    confirmed,
    cleared: rows.length - confirmed,
    columns: ranker.columns,
    evaluation: evaluateLater(scored, decisions, seed),
    next: chooseCases(order, {
      probabilities: Float64Array.from(order, (row) => probabilities[row]),
      count: NEXT,
      stream: streamFor(seed, rows.length, PURPOSE),
    }),
  };
  return { ranks, risks, learned };
}
