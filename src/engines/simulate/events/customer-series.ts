import { exponential } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import { type CellState, isCurrent, typeCode } from '../bank/cell-state.ts';
import { party } from '../bank/directory.ts';
import { amountOf, between, chance, purposes } from '../bank/draws.ts';
import { rules } from './buffers.ts';
import { credit } from './credit-series.ts';
import { housing } from './housing.ts';
import { incomes } from './incomes.ts';
import { monthly } from './pay-calendar.ts';
import { beginsAfter } from './profile-series.ts';
import type { Series } from './series.ts';
import { add, type SeriesBuilder } from './series-builder.ts';
import { takings } from './takings.ts';

const DAYS_A_YEAR = 365;
/** Days for which the first interest on a current account is paid. */
const DAYS_TO_FIRST_INTEREST = 30;

/** Draws one of several amounts by their relative shares. */
function pickByShare(stream: RandomStream, list: readonly { amount: number; share: number }[]) {
  const total = list.reduce((sum, { share }) => sum + share, 0);
  let draw = stream.float() * total;
  for (const { amount, share } of list) {
    if (draw < share) return amount;
    draw -= share;
  }
  return list[list.length - 1].amount;
}

/** Adds the monthly fee of an account's package, and interest on its credit. */
function charges(builder: Pick<SeriesBuilder, 'state' | 'stream' | 'list' | 'account' | 'bank'>) {
  const { state, stream, account, bank: to } = builder;
  const { calendar, configuration } = state;
  const { monthlyFees, feeDay, current } = configuration.rates;
  const figures = state.profiles[account]?.figures ?? {};
  const step = configuration.calendar.daily ? 0 : feeDay > 28 ? -1 : 1;
  const amount = -Math.round(pickByShare(stream, monthlyFees) * 100);
  if (amount < 0) {
    const first = beginsAfter(state, account, figures['months to first fee'] ?? 0);
    const days = monthly(calendar, feeDay, step).filter((day) => day >= first);
    add(builder, { kind: 'fee', on: account, days, amount, to });
  }
  if (current.share > 0 && chance(stream, current.share)) {
    const first = beginsAfter(state, account, figures['months to first interest'] ?? 0);
    const days = monthly(calendar, 31, step === 0 ? 0 : -1).filter((day) => day >= first);
    state.accruesFrom[account] = Math.max(0, first - DAYS_TO_FIRST_INTEREST);
    const rule = rules.interest;
    const amount = current.rate / DAYS_A_YEAR;
    add(builder, { kind: 'interestPaid', on: account, days, amount, to, rule });
  }
}

/** Returns fees and interest of all current accounts. */
export function chargesOf(state: CellState): Series[] {
  const list: Series[] = [];
  const { first: bank } = state.directory.sections.bank;
  const stream = streamFor(state.seed, state.cell, purposes.charges);
  state.accounts.forEach(({ type }, account) => {
    if (isCurrent(typeCode[type])) charges({ state, stream, account, list, bank });
  });
  return list;
}

/** Adds monthly payments to the other parent or partner after a divorce. */
function alimony(builder: SeriesBuilder): void {
  const { state, customer, stream, account } = builder;
  if (customer.life?.kind !== 'divorce') return;
  const since = customer.life.day - state.calendar.start + 30;
  const days = monthly(state.calendar, between(stream, 1, 10), 1).filter((day) => day >= since);
  const amount = -Math.max(1000, Math.round((customer.income * 0.12) / 1000) * 1000);
  const to = party(state.directory, 'person', stream.below(65_536));
  add(builder, { kind: 'standingOrder', on: account, days, amount, to });
}

function bills(builder: SeriesBuilder): void {
  const { state, stream, account, customer } = builder;
  const { calendar, configuration: c, directory } = state;
  const size = customer.employment === 'business' ? 3 : 1;
  c.recurring.utilities.forEach((utility, n) => {
    if (!chance(stream, utility.share)) return;
    const typical = amountOf(stream, utility.amount) * size;
    const to = party(directory, 'utility', n * 3 + stream.below(3));
    const days = monthly(calendar, between(stream, 4, 27), 1);
    const amount = days.map((day) => {
      // Metered bills, the first of the list, vary with the season; the others are constant.
      const cold = Math.abs(calendar.days[day].month - 7) / 3 - 1;
      return -Math.max(100, Math.round(typical * (n === 0 ? 1 + 0.25 * cold : 1)));
    });
    add(builder, { kind: 'bill', on: account, days, amount, to });
  });
  const to = builder.bank;
  if (state.floor[account] < 0) {
    const days = monthly(calendar, 31, -1);
    const amount = -Math.round(c.rates.overdraftFee * 100);
    const rule = rules.overdrawn;
    if (amount < 0) add(builder, { kind: 'fee', on: account, days, amount, to, rule });
    const rate = c.rates.overdraft / 12;
    const interest = rules.overdraftInterest;
    add(builder, { kind: 'interestCharged', on: account, days, amount: rate, to, rule: interest });
  }
}

function subscriptions(builder: SeriesBuilder): void {
  const { state, stream, customerIndex, account } = builder;
  const { mean, amount: typical } = state.configuration.recurring.subscriptions;
  const card = state.card[customerIndex];
  const on = card >= 0 && chance(stream, 0.5) ? card : account;
  const count = Math.floor(mean * 2 * stream.float() + 0.5);
  for (let n = 0; n < count; n++) {
    const amount = -Math.max(199, Math.floor(amountOf(stream, typical) / 100) * 100 + 99);
    const to = party(state.directory, 'subscription', stream.below(12));
    const days = monthly(state.calendar, between(stream, 1, 28), 1);
    add(builder, { kind: 'subscription', on, days, amount, to });
  }
}

function savings(builder: SeriesBuilder): void {
  const { state, stream, customerIndex, account, customer } = builder;
  const { saving, savingOfIncome } = state.configuration.recurring;
  if (!chance(stream, saving)) return;
  const share = savingOfIncome * exponential(0.4 * fromTable(standardNormal, stream.uint32()));
  const amount = -Math.max(1000, Math.round((customer.income * share) / 1000) * 1000);
  const days = monthly(state.calendar, between(stream, 1, 12), 1);
  const pair = state.savings[customerIndex];
  add(builder, { kind: 'standingOrder', on: account, days, amount, to: builder.own, pair });
}

/**
 * Returns all series of one customer.
 *
 * @param employers accounts of firms in the cell that employ customers here
 * @param landlords accounts in the cell that receive rents
 */
export function seriesOf(
  state: CellState,
  {
    customerIndex,
    employers,
    landlords,
  }: { customerIndex: number; employers: readonly number[]; landlords: readonly number[] },
): Series[] {
  const builder: SeriesBuilder = {
    state,
    customerIndex,
    customer: state.customers[customerIndex],
    stream: streamFor(state.seed, state.cell * 1_000_000 + customerIndex, purposes.recurring),
    list: [],
    // Accounts with a profile have calendars of their own.
    account: state.profiles.length > 0 ? -1 : state.current[customerIndex],
    own: party(state.directory, 'own', customerIndex * 7 + state.cell),
    bank: state.directory.sections.bank.first,
  };
  const business = builder.customer.employment === 'business';
  if (builder.account >= 0) {
    if (!business) incomes(builder, employers);
    if (!business) housing(builder, landlords);
    if (!business) alimony(builder);
    bills(builder);
    if (state.configuration.recurring.charged === 'scheduled') charges(builder);
    if (!business) subscriptions(builder);
    if (!business) savings(builder);
    if (business) takings(builder);
  }
  for (const on of state.owned[customerIndex]) {
    const { type } = state.accounts[on];
    if (type === 'credit_card' || type === 'loan') credit(builder, on);
    if (type !== 'savings') continue;
    const days = monthly(state.calendar, 31, -1);
    const amount = state.configuration.rates.savings / 12;
    add(builder, {
      kind: 'interestPaid',
      on,
      days,
      amount,
      to: builder.bank,
      rule: rules.interest,
    });
  }
  return builder.list;
}
