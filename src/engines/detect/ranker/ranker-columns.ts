import type { Feature } from '../features/feature.ts';
import type { Ledger } from '../features/ledger.ts';
import { carriedRisk, type Decisions, riskBins } from './carried-risk.ts';
import type { RankerColumn } from './ranker.ts';
import { tailBins } from './tail-bins.ts';

/** Bins the detector's score and every feature. */
export function scoreColumns({
  features,
  scores,
}: Pick<Rankable, 'features' | 'scores'>): RankerColumn[] {
  const own = [{ name: 'score', values: scores }, ...features];
  return own.map(({ name, values }) => ({ name, bins: tailBins(values) }));
}

/** Bins the risk that decisions carry over to later rows. */
export const riskColumns = (risks: ReturnType<typeof carriedRisk>): RankerColumn[] =>
  risks.map(({ name, values, kind }) => ({
    name,
    bins: riskBins(values as Float32Array, kind === 'cleared'),
  }));

/** Features and scores without labels of a table. */
export type Rankable = { ledger: Ledger; features: readonly Feature[]; scores: Float64Array };

/** Returns all columns that a ranker reads, and the carried risk as features with sentences. */
export function rankerColumns(scored: Rankable, decisions: Decisions) {
  const risks = carriedRisk(scored.ledger, decisions, scored.scores);
  return { columns: [...scoreColumns(scored), ...riskColumns(risks)], risks };
}
