import type { Member } from './members.ts';
import type { DraftLeg } from './scheme-builder.ts';

/** Sorts legs in booking order: by time, credits before debits. */
export const sortForBooking = (legs: DraftLeg[]): DraftLeg[] =>
  legs.sort(
    (a, b) => a.time - b.time || Math.sign(b.amount) - Math.sign(a.amount) || a.leg - b.leg,
  );

/** Sets each account's reserves so that every planned payment is funded when due. */
export function reserve(legs: readonly DraftLeg[]): void {
  const byAccount = new Map<Member, DraftLeg[]>();
  for (const leg of legs) byAccount.set(leg.account, [...(byAccount.get(leg.account) ?? []), leg]);
  for (const list of byAccount.values()) {
    let needed = list.reduce((total, leg) => total + Math.max(0, -leg.amount), 0);
    let balance = 0;
    for (const leg of list) {
      if (leg.amount < 0) {
        if (balance < -leg.amount) throw new Error(`leg ${leg.leg} of a scheme is not funded`);
        leg.hold = leg.amount;
        balance += leg.amount;
        needed += leg.amount;
      } else {
        leg.hold = Math.min(leg.amount, needed - balance);
        balance += leg.hold;
      }
    }
  }
}
