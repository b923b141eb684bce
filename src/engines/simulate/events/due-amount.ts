import { type CellState, isCurrent, typeCode } from '../bank/cell-state.ts';
import { type EventBuffer, rules } from './buffers.ts';
import { kindCode } from './kinds.ts';

/** Returns the amount by the event's rule at booking time; 0 books nothing. */
export function dueAmount(state: CellState, events: EventBuffer, at: number): number {
  const account = events.account[at];
  const pair = events.pair[at];
  const amount = events.amount[at];
  switch (events.rule[at]) {
    case rules.overdraftInterest:
    case rules.interest: {
      const balance = state.balance[account];
      const charged = events.kind[at] === kindCode.interestCharged;
      if (!charged && isCurrent(state.type[account])) {
        const accrued = state.accrued[account];
        state.accrued[account] = 0;
        const { from } = state.configuration.rates.current;
        return balance < from * 100 ? 0 : Math.max(0, Math.round(accrued * amount));
      }
      const interest = Math.round(balance * amount);
      if (!charged) return Math.max(0, interest);
      const line = state.type[account] === typeCode.loan ? 1e15 : state.accounts[account].limit;
      return Math.min(
        0,
        Math.max(-Math.max(0, -interest), state.reserved[account] - line - balance),
      );
    }
    case rules.payOff:
    case rules.minimum: {
      const owed = -state.balance[pair >= 0 ? pair : account];
      if (owed <= 0) return 0;
      const least = Math.min(owed, Math.max(2500, Math.round(owed * 0.06)));
      const paid = events.rule[at] === rules.payOff ? owed : least;
      return pair >= 0 ? -paid : paid;
    }
    case rules.installment: {
      const left = Math.max(0, -state.balance[pair >= 0 ? pair : account]);
      return amount < 0 ? Math.max(amount, -left) : Math.min(amount, left);
    }
    case rules.overdrawn: {
      const balance = state.balance[account];
      const least = state.floor[account] + state.reserved[account];
      return balance < 0 && balance + amount >= least ? amount : 0;
    }
    case rules.closure:
    case rules.chargeOff:
      return -state.balance[account];
    default:
      return amount;
  }
}
