import { percent } from '../../../shared/report-sentences/percent.ts';
import type { NotMeasured } from '../report/not-measured.ts';
import type { Attack } from '../report/privacy-schema.ts';

/** Attack with counted attempts; reports of private batches omit them. */
type Counted = Attack & { attempts: number };

/** Excess-risk limit of a pass (group of eleven), and that of zero points (group of three). */
const LINE = 0.09;
const WORST = 0.33;

/** Returns the attempts needed for an upper limit below the line; null if the excess is above. */
function attemptsNeeded({ attempts, risk, upper }: Counted): number | null {
  if (risk >= LINE) return null;
  return Math.ceil(attempts * ((upper - risk) / (LINE - risk)) ** 2);
}

/** Returns inconclusive attacks: upper limit above the line, excess below it. */
export function unsettled(attacks: readonly Counted[]): NotMeasured[] {
  return attacks
    .filter(({ counted = 0, upper }) => upper > LINE && counted <= LINE)
    .map((attack) => ({
      metric: attack.name,
      reason: `inconclusive with this few rows: its excess risk may be up to ${percent(attack.upper)}, above the limit of ${percent(LINE)}`,
      n: attack.attempts,
      needed: attemptsNeeded(attack),
    }));
}

/** Returns true if an attack's limits are too wide to be informative. */
export const isUninformative = ({ counted = 0, upper }: Attack): boolean =>
  upper > WORST && counted <= LINE;
