import type { Member } from './members.ts';
import type { DraftLeg } from './scheme-builder.ts';

/** Sorts legs in booking order: by time, credits before debits. */
export const sortForBooking = (legs: DraftLeg[]): DraftLeg[] =>
  legs.sort(
    (a, b) => a.time - b.time || Math.sign(b.amount) - Math.sign(a.amount) || a.leg - b.leg,
  );

/** Decides what each account reserves, so that every planned payment is funded when it is due. */
export function reserve(legs: readonly DraftLeg[]): void {
  const byAccount = new Map<Member, DraftLeg[]>();
  for (const leg of legs) byAccount.set(leg.account, [...(byAccount.get(leg.account) ?? []), leg]);
  for (const list of byAccount.values()) {
    let needed = list.reduce((total, leg) => total + Math.max(0, -leg.amount), 0);
    let kept = 0;
    for (const leg of list) {
      if (leg.amount < 0) {
        if (kept < -leg.amount) throw new Error(`leg ${leg.leg} of a scheme is not funded`);
        leg.hold = leg.amount;
        kept += leg.amount;
        needed += leg.amount;
      } else {
        leg.hold = Math.min(leg.amount, needed - kept);
        kept += leg.hold;
      }
    }
  }
}
