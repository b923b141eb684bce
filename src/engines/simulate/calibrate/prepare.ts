import { formatIsoDate } from '../../../shared/civil-date.ts';
import type { Profile } from '../configuration/profiles.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { Aggregates } from './aggregates.ts';
import { MOVEMENT_KINDS } from './movements.ts';
import { scaleMoney } from './scale-money.ts';

/** Days from which a file's window becomes the bank's. */
const MIN_DAYS = 60;
/** Largest spread of balances that a configuration has; noise can exceed it. */
const MAX_SPREAD = 3;
/** First value of settings that the preset has at 0. */
const BEGUN = 0.4;

/** Takes over what is read from the file as it is, and begins settings that the preset has at 0. */
function prepareAccounts(draft: Configuration, goal: Aggregates): void {
  const { accounts, rates, recurring, cash } = draft;
  const { start, end } = goal.window;
  if (end - start >= MIN_DAYS)
    draft.window = { start: formatIsoDate(start), end: formatIsoDate(end) };
  if (goal.opened > 0)
    accounts.openings = goal.openings.map((count) => count / goal.openings.length);
  if (goal.fees.length > 0) {
    const all = goal.fees.reduce((sum, fee) => sum + fee.accounts, 0);
    rates.monthlyFees = [
      { amount: 0, share: BEGUN },
      ...goal.fees.map(({ amount, accounts }) => ({ amount, share: (BEGUN * accounts) / all })),
    ];
    rates.feeDay = goal.feeDay;
  }
  if (goal.interestRows > 0) rates.current = { rate: 0.02, share: BEGUN, from: goal.interestFrom };
  if (goal.fees.length > 0 || goal.interestRows > 0) recurring.charged = 'all';
  cash.most = goal.mostCash;
  if (goal.note !== null) cash.note = Math.max(1, Math.round(goal.note));
  cash.deposit.most = goal.mostDeposit;
  if (goal.firstDeposit !== null) {
    accounts.firstDeposit = goal.firstDeposit;
  }
}

/** Bookings on weekends from which a bank books on any day. */
const DAILY = 0.15;

/** Replaces people's calendars and the mix by profiles, whose accounts have what they spend. */
function applyProfiles(draft: Configuration, goal: Aggregates, profiles: readonly Profile[]): void {
  const { rates, behavior, calendar } = draft;
  draft.profiles = structuredClone([...profiles]);
  draft.declinedWhenShort = 1;
  behavior.activity = 0;
  behavior.phases.spread = 0;
  behavior.quiet.share = 0;
  calendar.daily = goal.weekendRows > DAILY;
  // Months to the first fee and interest are figures of the profiles, also for accounts without.
  if (goal.fees.length > 0)
    rates.monthlyFees = rates.monthlyFees.filter(({ amount }) => amount > 0);
  if (goal.interestRows > 0) rates.current.share = 1;
}

/**
 * Scales all money to the file's currency, and limits rows from calendars.
 * @returns the factor of all money
 */
export function prepare(
  draft: Configuration,
  {
    goal,
    bank,
    calendar,
    profiles,
  }: { goal: Aggregates; bank: Aggregates; calendar: number; profiles: readonly Profile[] },
): number {
  const ratios = MOVEMENT_KINDS.flatMap((kind) => {
    const [wanted, had] = [goal.amounts[kind], bank.amounts[kind]];
    return wanted === null || had === null ? [] : [Math.log(wanted.median / had.median)];
  });
  const mean = ratios.reduce((sum, one) => sum + one, 0) / Math.max(1, ratios.length);
  const factor = Math.exp(mean);
  scaleMoney(draft, factor);
  const { transfer_in, transfer_out } = goal.shares;
  // Noise can hide all kinds; the preset's limit then stays.
  if (!Number.isNaN(transfer_in + transfer_out))
    draft.recurring.atMost = Math.min(
      draft.recurring.atMost,
      calendar *
        (transfer_in + transfer_out) *
        (1 - (goal.feeRows || 0) - (goal.interestRows || 0)),
    );
  prepareAccounts(draft, goal);
  if (profiles.length > 0) applyProfiles(draft, goal, profiles);
  draft.mix.wire = 0;
  // Aggregates show neither returns nor takings apart from other payments.
  draft.payments.shares = {};
  draft.recurring.takings.share = 0;
  // Later balances follow from what comes in and goes out.
  const balance = profiles.length > 0 ? goal.balance : (goal.firstBalance ?? goal.balance);
  if (balance !== null)
    draft.accounts.balance.checking = { ...balance, sigma: Math.min(MAX_SPREAD, balance.sigma) };
  return factor;
}
