import {
  isWeakLinkage,
  linkageSentence,
} from '../../../shared/report-sentences/linkage-sentence.ts';
import { percent } from '../../../shared/report-sentences/percent.ts';
import type { NotMeasured } from '../report/not-measured.ts';
import type { Attack } from '../report/privacy-schema.ts';
import type { attackResult } from './attacks/attack-result.ts';
import type { FoldEvidence } from './folds/fold-evidence.ts';
import { PERSONS_GATE } from './gates.ts';
import type { Linkage } from './linkage/linkage.ts';
import type { PositiveControl } from './positive-control.ts';
import type { Gate } from './score.ts';
import { isUninformative, unsettled } from './settled.ts';

type Counted = ReturnType<typeof attackResult>;

/** Returns the largest excess risk that the attacks leave possible. */
export const widest = (attacks: readonly Attack[]): number =>
  Math.max(0, ...attacks.map(({ upper }) => upper));

/** Reason of a missing score; callers add how rows are kept aside. */
const NO_HOLDOUT =
  'not scored: no rows were kept aside, so leakage and chance cannot be distinguished';

/** Returns why there is no score; null if there is one. */
export function withheldFor({
  hasControl,
  isFolded,
  missing,
  control,
  attacks,
  gates,
}: {
  hasControl: boolean;
  isFolded: boolean;
  missing: readonly NotMeasured[];
  control: PositiveControl | null;
  attacks: readonly Attack[];
  gates: readonly Gate[];
}): string | null {
  // Real names among the drawn ones need no attack.
  if (gates.some(({ name }) => name === PERSONS_GATE)) return null;
  if (!hasControl) return gates.length > 0 ? null : NO_HOLDOUT;
  const [first] = missing;
  if (first !== undefined) {
    return `not scored: ${first.metric} could not be measured, ${first.reason}; there are ${first.n}`;
  }
  if (control !== null && !control.detected) return 'not scored: planted copies were not detected';
  // Of few people the reason states the width instead.
  const open = gates.length > 0 || isFolded ? undefined : attacks.find(isUninformative);
  if (open !== undefined) {
    return `not scored: ${open.name} is inconclusive with this few rows; its excess risk may be up to ${percent(open.upper)}`;
  }
  return null;
}

/** Smallest excess that two decimals show. */
const SMALLEST = 0.005;

/** Returns the sentence that decides a score. */
export function reasonFor(
  gates: readonly Gate[],
  {
    attacks,
    passes,
    linked,
    folded,
  }: {
    attacks: readonly Counted[];
    passes: boolean;
    linked: Linkage | null;
    folded: FoldEvidence | null;
  },
): string {
  const gate = gates[0];
  if (gate !== undefined) return gate.reason;
  const worst = [...attacks].sort((a, b) => b.counted - a.counted)[0];
  if (worst === undefined) return 'nothing was measured';
  const open = unsettled(attacks).map(({ metric }) => metric);
  const finding =
    worst.counted < SMALLEST
      ? 'no attack learned more about people in the training data than about people held out'
      : `the largest excess risk is ${percent(worst.counted)} (${worst.name})`;
  if (!passes) return `${finding}, above the limit of 9%`;
  const width =
    folded === null
      ? ''
      : `; measured in ${folded.folds} folds of ${folded.people} people, so an excess risk up to ${percent(widest(attacks))} is possible (95% limit)`;
  if (linked !== null && isWeakLinkage(linked.pValue)) return `${linkageSentence(linked)}${width}`;
  if (folded !== null) return `${finding}${width}`;
  return open.length === 0
    ? finding
    : `${finding}; inconclusive with this few rows: ${open.join(', ')}`;
}
