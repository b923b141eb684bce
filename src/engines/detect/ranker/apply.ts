import { streamFor } from '../../random/stream.ts';
import { sortedRows } from '../arrays/ranked-column.ts';
import type { Codes } from '../features/codes.ts';
import type { Decisions } from './carried-risk.ts';
import { chooseCases } from './choose-cases.ts';
import { driftOf, type Spread, spreadOf } from './drift.ts';
import { withScore } from './lessons.ts';
import { type Ranker, rankRows } from './ranker.ts';
import { type Rankable, rankerColumns } from './ranker-columns.ts';
import type { Segment } from './segments.ts';
import { chooseUnseen, unseenValues } from './unseen.ts';

/** Trained ranker with the spread of its probabilities over the newest training file. */
export type StoredRanker = { engineVersion: string; ranker: Ranker; spread: Spread };

/** A stored ranker whose columns a file lacks is not used. */
export type Unranked = { missing: string[] };

/** Effects of a stored ranker on an analysis. */
export type Ranked = {
  /** Population stability index against the file that the ranker was trained with. */
  drift: number;
  /** Decided rows, which are not listed again. */
  decided: number;
  /** Listed rows that were chosen to learn from, not for their probability. */
  explored: number[];
  segments: Segment[];
};

type ExploreOptions = {
  ranks: Float64Array;
  probabilities: Float64Array;
  risks: ReturnType<typeof rankerColumns>['risks'];
  owner: Codes | null;
  labels: Int8Array;
  seed: bigint;
};

type StoredRanking = {
  ranks: Float64Array;
  risks: ReturnType<typeof rankerColumns>['risks'];
  probabilities: Float64Array;
  decided: number;
  drift: number;
};

/** Share of a list that explores. */
export const EXPLORED = 0.2;
const PURPOSE = 0xe4b1;

/**
 * Ranks all rows by a ranker that was trained before. Decided rows rank last, so that a list has
 * only undecided ones.
 *
 * @returns the columns that the file lacks, if any
 */
export function rankByStored(
  scored: Rankable,
  { ranker, spread }: StoredRanker,
  decisions: Decisions,
): StoredRanking | Unranked {
  const { labels } = decisions;
  const { columns, risks } = rankerColumns(scored, decisions);
  const names = new Set(columns.map(({ name }) => name));
  const missing = ranker.columns.filter((name) => !names.has(name));
  if (missing.length > 0) return { missing };
  const probabilities = rankRows(ranker, columns, Uint32Array.from(labels.keys()));
  const ranks = withScore(probabilities, scored.scores).map((rank, row) =>
    labels[row] < 0 ? rank : rank - 2,
  );
  const decided = labels.reduce((sum, label) => sum + (label < 0 ? 0 : 1), 0);
  return { ranks, risks, probabilities, decided, drift: driftOf(probabilities, spread) };
}

/** Returns the spread of a ranker's probabilities over a file. */
export function spreadOver(scored: Rankable, ranker: Ranker, decisions: Decisions): Spread {
  const { columns } = rankerColumns(scored, decisions);
  return spreadOf(rankRows(ranker, columns, Uint32Array.from(decisions.labels.keys())));
}

/**
 * Replaces the last fifth of a list by rows to learn from, of those that are not listed: rows of
 * merchants, counterparties and devices without decisions if the file has any that owners share,
 * otherwise those that `chooseCases` chooses.
 */
export function exploreRows(
  listed: Uint32Array,
  { ranks, probabilities, risks, owner, labels, seed }: ExploreOptions,
): { rows: Uint32Array; explored: number[] } {
  const size = Math.floor(listed.length * EXPLORED);
  const kept = listed.subarray(0, listed.length - size);
  const isKept = new Set(kept);
  const order = sortedRows(ranks.map((rank) => -rank)).filter(
    (row) => labels[row] < 0 && !isKept.has(row),
  );
  const unseen = unseenValues(risks, owner);
  const fresh = unseen === null ? [] : chooseUnseen(order, unseen, size);
  const isFresh = new Set(fresh);
  const others = order.filter((row) => !isFresh.has(row));
  const explored = [
    ...fresh,
    ...chooseCases(others, {
      probabilities: Float64Array.from(others, (row) => probabilities[row]),
      count: size - fresh.length,
      stream: streamFor(seed, listed.length, PURPOSE),
    }),
  ];
  return { rows: Uint32Array.from([...kept, ...explored]), explored };
}
