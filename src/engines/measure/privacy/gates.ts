import {
  LINKAGE_GATE,
  linkageSentence,
} from '../../../shared/report-sentences/linkage-sentence.ts';
import type { Persons } from '../report/privacy-schema.ts';
import type { CopyTest } from './copies.ts';
import type { Linkage } from './linkage/linkage.ts';
import { SHOWN } from './positive-control.ts';
import { COPIES_GATE, type Gate, type Guarantee } from './score.ts';

export const PERSONS_GATE = 'persons';

export type Tests = {
  copies: CopyTest;
  near: CopyTest;
  rare: CopyTest;
  linked: Linkage | null;
  /** Without a holdout: true if more unique rows are copied than chance explains. */
  copiesExceedChance: boolean;
  persons: Persons | null;
};

/** Returns the hard checks. Without a holdout only copies beyond chance are one. */
export function gatesOf(
  { copies, near, rare, linked, copiesExceedChance, persons }: Tests,
  hasHoldout: boolean,
  guarantee: Guarantee | null,
): Gate[] {
  const gates: Gate[] = [];
  const add = (name: string, test: CopyTest, what: string) => {
    if (test.pValue >= SHOWN) return;
    const control = `but ${test.holdout} of ${test.holdoutRows} of the holdout`;
    const reason = `${test.train} of ${test.trainRows} ${what}, ${control}`;
    gates.push({ name, limit: COPIES_GATE, reason });
  };
  const copied = 'training rows appear unchanged among the synthetic ones';
  if (hasHoldout) {
    add('copies', copies, copied);
    add('near copies', near, 'training rows equal a synthetic one in all columns but one');
    add('rare values', rare, 'values of a single training row occur in the synthetic table');
  } else if (copiesExceedChance) {
    const reason = `${copies.train} of ${copies.trainRows} ${copied}, far more than repeated rows of the file explain`;
    gates.push({ name: 'copies', limit: COPIES_GATE, reason });
  }
  for (const { column, kind, values, found, pValue } of persons?.columns ?? []) {
    if (pValue >= SHOWN) continue;
    const reason = `${found} of ${values} values of ${column} (${kind.replaceAll('_', ' ')}) are real, more than chance explains`;
    gates.push({ name: PERSONS_GATE, limit: COPIES_GATE, reason });
  }
  if (linked !== null && linked.pValue <= LINKAGE_GATE) {
    gates.push({ name: 'linkage', limit: COPIES_GATE, reason: linkageSentence(linked) });
  }
  if (guarantee !== null && !guarantee.clean) {
    const reason =
      'a guarantee is claimed, but the ledger is overdrawn or a domain came from the data';
    gates.push({ name: 'guarantee', limit: 0, reason });
  }
  return gates;
}
