import { type RuleScore, worstRule } from '../quality/rules.ts';
import { percent, type UsefulnessCheck, verdictOn } from './check.ts';

/** Losses of the most broken rule; its share in a file is usually 1. */
const LIMITS = { limited: 0.005, unfit: 0.1 };

/** Reports the rule between columns that synthetic rows break most, beyond chance. */
export function keptRules(rules: readonly RuleScore[], rows: number): UsefulnessCheck[] {
  if (rules.length === 0) return [];
  const worst = worstRule(rules, rows);
  const score = worst && rules.find(({ rule }) => rule === worst.rule);
  return [
    {
      name: 'rules',
      synthetic: worst?.share ?? 1,
      holdout: score ? score.holdout : 1,
      verdict: worst === null ? 'useful' : verdictOn(worst.expected - worst.share, LIMITS),
      reason:
        worst === null
          ? 'all rules of the file are kept'
          : `“${worst.rule}” holds in ${percent(worst.share)} of synthetic rows, in ${percent(worst.expected)} of real ones`,
    },
  ];
}
