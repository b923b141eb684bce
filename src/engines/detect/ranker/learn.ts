import { streamFor } from '../../random/stream.ts';
import { sortedRows } from '../arrays/ranked-column.ts';
import { evaluateScores } from '../evaluate-scores.ts';
import type { Feature } from '../features/feature.ts';
import type { Ledger } from '../features/ledger.ts';
import { carriedRisk, type Decisions } from './carried-risk.ts';
import { chooseCases } from './choose-cases.ts';
import { fitRanker, learnableRows, MIN_DECISIONS, type RankerColumn, rankRows } from './ranker.ts';
import { tailBins } from './tail-bins.ts';

export type Learned = {
  confirmed: number;
  cleared: number;
  columns: string[];
  /**
   * Average precision on the later 30 % of decisions, of a ranker trained on the earlier ones and
   * of the scores without labels; null if either part has too few of a kind.
   */
  evaluation: { trained: number; tested: number; ranker: number; unsupervised: number } | null;
  /** Undecided rows that would teach most if they were labeled. */
  next: number[];
};

const TRAINED = 0.7;
const NEXT = 20;
const PURPOSE = 0x1ab7;

type Inputs = { ledger: Ledger; features: readonly Feature[]; scores: Float64Array; seed: bigint };

function evaluateLater(
  columns: readonly RankerColumn[],
  decided: Uint32Array,
  { labels, seed, scores }: { labels: Int8Array; seed: bigint; scores: Float64Array },
): Learned['evaluation'] {
  const split = Math.floor(decided.length * TRAINED);
  const trained = learnableRows(labels, decided.subarray(0, split));
  const tested = decided.subarray(split);
  const later = Int8Array.from(tested, (row) => labels[row]);
  if (trained === null) return null;
  const precision = (ranks: Float64Array) => evaluateScores(ranks, later, 1)?.averagePrecision;
  const ranker = precision(
    rankRows(fitRanker(columns, { labels, rows: trained, seed }), columns, tested),
  );
  const unsupervised = precision(Float64Array.from(tested, (row) => scores[row]));
  if (ranker === undefined || unsupervised === undefined) return null;
  return { trained: trained.length, tested: tested.length, ranker, unsupervised };
}

/** Bins the detector's score and every feature. */
export function scoreColumns({ features, scores }: Pick<Inputs, 'features' | 'scores'>) {
  const own = [{ name: 'score', values: scores }, ...features];
  return own.map(({ name, values }): RankerColumn => ({ name, bins: tailBins(values) }));
}

/** Bins the risk that decisions carry over to later rows. */
export const riskColumns = (ledger: Ledger, decisions: Decisions): RankerColumn[] =>
  carriedRisk(ledger, decisions).map(({ name, values, lowers }) => ({
    name,
    bins: tailBins(values, lowers),
  }));

/**
 * Ranks all rows by a ranker fitted to reviewers' decisions. Its columns are the detector's score,
 * every feature, and the risk that earlier decisions carry over to accounts, merchants,
 * counterparties and devices. The score without labels orders equal probabilities.
 *
 * @throws RangeError if fewer than five rows are confirmed, or fewer than five cleared
 */
export function learnFromDecisions(
  { ledger, features, scores, seed }: Inputs,
  decisions: Decisions,
): { ranks: Float64Array; learned: Learned } {
  const { labels } = decisions;
  const all = Uint32Array.from(labels.keys());
  const inTime = ledger.time === null ? all : sortedRows(ledger.time);
  const decided = learnableRows(labels, inTime);
  const count = (label: number) => labels.reduce((sum, own) => sum + (own === label ? 1 : 0), 0);
  const [confirmed, cleared] = [count(1), count(0)];
  if (decided === null) {
    throw new RangeError(
      `Learning needs at least ${MIN_DECISIONS} confirmed and ${MIN_DECISIONS} cleared rows; there are ${confirmed} and ${cleared}.`,
    );
  }
  const columns = [...scoreColumns({ features, scores }), ...riskColumns(ledger, decisions)];
  const ranker = fitRanker(columns, { labels, rows: decided, seed });
  const probabilities = rankRows(ranker, columns, all);
  const ranks = probabilities.map((p, row) => p + scores[row] * 1e-6);
  const order = sortedRows(ranks.map((rank) => -rank)).filter((row) => labels[row] < 0);
  return {
    ranks,
    learned: {
      ...{ confirmed, cleared },
      columns: columns.map(({ name }) => name),
      evaluation: evaluateLater(columns, decided, { labels, seed, scores }),
      next: chooseCases(order, {
        probabilities: Float64Array.from(order, (row) => probabilities[row]),
        count: NEXT,
        stream: streamFor(seed, decided.length, PURPOSE),
      }),
    },
  };
}
