import type { Table } from '../table/table.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { averageRanks } from './arrays/average-ranks.ts';
import { rankByStored } from './ranker/apply.ts';
import { learnFromDecisions } from './ranker/learn.ts';
import { type ScoredTable, scoreTable } from './score-table.ts';

export type RankedTable = ReturnType<typeof rankTable>;

function learned(scored: ScoredTable, { decisions, ranker, seed }: AnalyzeOptions) {
  if (decisions === undefined) return null;
  return ranker === undefined
    ? learnFromDecisions(scored, decisions, seed)
    : rankByStored(scored, ranker, decisions);
}

/** Scores every row, by decisions or a stored ranker if there are any. */
export function rankTable(table: Table, options: AnalyzeOptions) {
  const scored = scoreTable(table, options);
  const found = learned(scored, options);
  const missing = found !== null && 'missing' in found ? found : null;
  const taught = found === null || 'missing' in found ? null : found;
  const raw = taught?.ranks ?? scored.fused;
  return { scored, taught, missing, raw, scores: averageRanks(raw) };
}
