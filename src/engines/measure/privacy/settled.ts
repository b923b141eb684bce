import type { NotMeasured } from '../report/not-measured.ts';
import type { Attack } from '../report/privacy-schema.ts';

/** An attack whose attempts are counted: that of a private batch is kept without. */
type Counted = Attack & { attempts: number };

/** The excess risk that a batch must stay under, and that which leaves nobody room: a group of eleven, and of three. */
const LINE = 0.09;
const WORST = 0.33;

/** How many attempts would bring the upper limit under the line, if the excess stays what it is; null where it is over it. */
function attemptsNeeded({ attempts, risk, upper }: Counted): number | null {
  if (risk >= LINE) return null;
  return Math.ceil(attempts * ((upper - risk) / (LINE - risk)) ** 2);
}

/** Attacks whose upper limit crosses the line although what they showed stays under it: too few rows to say. */
export function unsettled(attacks: readonly Counted[]): NotMeasured[] {
  return attacks
    .filter(({ counted = 0, upper }) => upper > LINE && counted <= LINE)
    .map((attack) => ({
      metric: attack.name,
      reason: `inconclusive with this few rows: its excess risk may be up to ${attack.upper.toFixed(2)}, above the limit of ${LINE.toFixed(2)}`,
      n: attack.attempts,
      needed: attemptsNeeded(attack),
    }));
}

/** Whether an attack's limits are so wide that it says nothing. */
export const saysNothing = ({ counted = 0, upper }: Attack): boolean =>
  upper > WORST && counted <= LINE;
