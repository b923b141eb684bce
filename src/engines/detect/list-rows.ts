import { isOutcome } from '../meaning/events/roles.ts';
import { concatTables } from '../table/concat-tables.ts';
import type { Table } from '../table/table.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { type RankedTable, rankTable } from './rank-table.ts';
import { exploreRows, type Ranked, type Unranked } from './ranker/apply.ts';
import type { Decisions } from './ranker/carried-risk.ts';
import { segmentsOf } from './ranker/segments.ts';
import {
  chooseThreshold,
  falseDiscoveryCount,
  type Threshold,
} from './thresholds/choose-threshold.ts';

/** Chooses the rows of the list; with a stored ranker some of them explore. */
export function listRows(
  table: Table,
  { scored, raw, scores, taught, missing }: RankedTable,
  options: AnalyzeOptions,
): { rows: Uint32Array; threshold: Threshold; ranked: Ranked | Unranked | null } {
  const { keys } = scored;
  const taken = take(table, { raw, scores, keys, options });
  if (taught === null || !('drift' in taught)) return { ...taken, ranked: missing };
  const { labels } = options.decisions!;
  const undecided = taken.rows.filter((row) => labels[row] < 0);
  const { rows, explored } = exploreRows(undecided, {
    ...taught,
    owner: scored.ledger.owner,
    labels,
    seed: options.seed,
  });
  const before = take(table, {
    raw: scored.fused,
    scores: scored.scores,
    keys,
    options: { ...options, threshold: { method: 'capacity', rows: rows.length } },
  }).rows;
  const last = rows[rows.length - explored.length - 1];
  const hidden = new Set([...(options.ignore ?? []), scored.roles.label]);
  const columns = table.columns
    .map(({ name }) => name)
    .filter((name) => !hidden.has(name) && !isOutcome(name));
  return {
    rows,
    threshold: {
      ...taken.threshold,
      taken: rows.length,
      thresholdUsed: last === undefined ? 1 : scores[last],
    },
    ranked: {
      drift: taught.drift,
      decided: taught.decided,
      explored,
      segments: segmentsOf(table, { columns, listed: rows, before }),
    },
  };
}

function take(
  table: Table,
  {
    raw,
    scores,
    keys,
    options,
  }: { raw: Float64Array; scores: Float64Array; keys: Float64Array; options: AnalyzeOptions },
) {
  const choice = options.threshold ?? { method: 'capacity' };
  if (choice.method !== 'false-discovery') return chooseThreshold(raw, scores, keys, choice);
  const { method, alpha, baseline } = choice;
  // Scores are ranks within a table, so file and baseline are scored in one table.
  const { threshold: _, confirmed: own, decisions, ...rest } = options;
  const all = new Uint8Array(table.rows + baseline.rows);
  if (own !== undefined) all.set(own);
  const others = {
    ...rest,
    confirmed: all,
    ...(decisions && { decisions: withUndecided(decisions, all.length) }),
  };
  const together = rankTable(concatTables([table, baseline]), others).scores;
  const ranked = together.slice(0, table.rows).sort().reverse();
  const count = falseDiscoveryCount(ranked, together.subarray(table.rows), alpha);
  const chosen = chooseThreshold(raw, scores, keys, { method: 'capacity', rows: count });
  return { rows: chosen.rows, threshold: { ...chosen.threshold, method, value: alpha } };
}

function withUndecided({ labels, knownAt, ...rest }: Decisions, rows: number): Decisions {
  const extended = {
    ...rest,
    labels: new Int8Array(rows).fill(-1),
    knownAt: new Float64Array(rows).fill(Number.NaN),
  };
  extended.labels.set(labels);
  extended.knownAt.set(knownAt);
  return extended;
}
