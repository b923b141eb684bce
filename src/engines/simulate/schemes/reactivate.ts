import type { CellState } from '../bank/cell-state.ts';
import type { Leg } from './leg.ts';

/** Reactivates dormant accounts from their scheme's first day on; they have no other bookings. */
export function reactivate(state: CellState, legs: readonly Leg[]): void {
  for (const leg of legs) {
    const account = state.accounts[leg.account];
    if (account.history.at(-1)?.[0] !== 'dormant') continue;
    const first = legs.reduce(
      (day, other) => (other.account === leg.account ? Math.min(day, other.day) : day),
      leg.day,
    );
    const day = state.calendar.start + first;
    account.history.push(['active', day]);
    account.status = 'active';
  }
}
