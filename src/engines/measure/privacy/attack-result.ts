import { normalQuantile } from '../../random/normal-quantile.ts';
import type { Attack } from '../report/privacy-schema.ts';
import { clip, residualRisk, wilson, Z95 } from '../statistics/intervals.ts';

export type AttackCounts = {
  name: string;
  hits: number;
  attempts: number;
  controlHits: number;
  controlAttempts: number;
  baseline: number;
};

/**
 * Puts an attack's counts into risk and limits. Without a control the whole success counts as risk.
 *
 * @param attacks how many attacks the score looks at: the one-sided 5 % is shared among them (Bonferroni)
 */
export function attackResult(counts: AttackCounts, attacks: number): Attack {
  const { name, hits, attempts, controlHits, controlAttempts, baseline } = counts;
  const excess = (z: number) => {
    const attack = wilson(hits, attempts, z);
    return controlAttempts === 0
      ? attack
      : residualRisk(attack, wilson(controlHits, controlAttempts, z));
  };
  const usual = excess(Z95);
  const strict = excess(normalQuantile(1 - 0.05 / attacks));
  const attack = attempts === 0 ? 0 : hits / attempts;
  return {
    name,
    risk: clip(usual.value),
    low: clip(usual.value - usual.error),
    high: clip(usual.value + usual.error),
    upper: clip(strict.value + strict.error),
    attack,
    attempts,
    control: controlAttempts === 0 ? null : controlHits / controlAttempts,
    controlAttempts,
    baseline,
    stronger: attack > baseline,
  };
}
