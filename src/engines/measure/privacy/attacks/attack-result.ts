import { normalQuantile } from '../../../random/normal-quantile.ts';
import type { Attack } from '../../report/privacy-schema.ts';
import { clip, residualRisk, Z95 } from '../../statistics/intervals.ts';
import { type Tries, triesInterval } from '../../statistics/tries.ts';

/** Success on training rows, on control rows (none without a holdout), and of guessing. */
export type AttackTries = {
  name: string;
  /** Column whose values the attack infers. */
  column?: string;
  own: Tries;
  control: Tries;
  baseline: number;
};

const clustered = ({ people, attempts }: Tries) => people < attempts;

/**
 * Converts an attack's success to risk and limits. Without a control, the whole success counts as
 * risk.
 *
 * @param attacks number of attacks in the score: the one-sided 5 % of `upper` is shared among them
 * (Bonferroni), and
 *   the largest `counted` of so many independent attacks that learn nothing is 0 in half of all
 *   reports (Sidak), for any number of rows
 * @param isStrict counts only what is shown at 95 % for all attacks together, for few people
 */
export function attackResult(
  tries: AttackTries,
  attacks: number,
  isStrict = false,
): Attack & { counted: number; attempts: number } {
  const { name, column, own, control, baseline } = tries;
  const excess = (z: number) => {
    const attack = triesInterval(own, z);
    return control.attempts === 0 ? attack : residualRisk(attack, triesInterval(control, z));
  };
  const usual = excess(Z95);
  const even = excess(normalQuantile(0.5 ** (1 / attacks)));
  const strict = excess(normalQuantile(1 - 0.05 / attacks));
  return {
    name,
    ...(column !== undefined && { column }),
    risk: clip(usual.value),
    low: clip(usual.value - usual.error),
    high: clip(usual.value + usual.error),
    upper: clip(strict.value + strict.error),
    counted: isStrict ? clip(strict.value - strict.error) : clip(even.value - even.error),
    attack: own.rate,
    attempts: own.attempts,
    control: control.attempts === 0 ? null : control.rate,
    controlAttempts: control.attempts,
    ...(clustered(own) || clustered(control)
      ? { people: own.people, controlPeople: control.people }
      : {}),
    baseline,
    stronger: own.rate > baseline,
  };
}
