import {
  LINKAGE_GATE,
  linkageSentence,
} from '../../../shared/report-sentences/linkage-sentence.ts';
import type { CopyTest } from './copies.ts';
import type { Linkage } from './linkage/linkage.ts';
import { SHOWN } from './positive-control.ts';
import { COPIES_GATE, type Gate, type Guarantee } from './score.ts';

export type Tests = { copies: CopyTest; near: CopyTest; rare: CopyTest; linked: Linkage | null };

/** Returns the hard checks. Without a holdout every hit of a unique row counts. */
export function gatesOf(
  { copies, near, rare, linked }: Tests,
  hasHoldout: boolean,
  guarantee: Guarantee | null,
): Gate[] {
  const gates: Gate[] = [];
  const add = (name: string, test: CopyTest, what: string) => {
    if (hasHoldout ? test.pValue >= SHOWN : test.train === 0) return;
    const control = hasHoldout
      ? `, but ${test.holdout} of ${test.holdoutRows} of the holdout`
      : ', and no holdout shows that this is chance';
    const reason = `${test.train} of ${test.trainRows} ${what}${control}`;
    gates.push({ name, limit: COPIES_GATE, reason });
  };
  add('copies', copies, 'training rows appear unchanged among the synthetic ones');
  add('near copies', near, 'training rows equal a synthetic one in all columns but one');
  add('rare values', rare, 'values of a single training row occur in the synthetic table');
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
