import { exponential } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import { streamFor } from '../../random/stream.ts';
import type { CellState } from '../bank/cell-state.ts';
import { party } from '../bank/directory.ts';
import { amountOf, between, chance, purposes } from '../bank/draws.ts';
import { rentOf } from '../bank/rents.ts';
import { rules } from './buffers.ts';
import { credit } from './credit-series.ts';
import { monthly, payAmounts, payDays } from './pay-calendar.ts';
import type { Series } from './series.ts';
import { add, type SeriesBuilder } from './series-builder.ts';

function incomes(builder: SeriesBuilder, employers: readonly number[]): void {
  const { state, customer, stream, account, customerIndex } = builder;
  const { calendar, configuration: c, directory } = state;
  if (state.paidByNeighborCell[customerIndex] === 1 || !chance(stream, c.recurring.salaryHere))
    return;
  const { employment } = customer;
  if (employment !== 'salaried' && employment !== 'selfEmployed') {
    const to = party(directory, 'agency', employment === 'retired' ? 0 : 1);
    const days = monthly(calendar, customer.payAnchor + 1, -1);
    add(builder, { kind: 'benefit', on: account, days, amount: customer.income, to });
    return;
  }
  const onUs = employers.length > 0 && chance(stream, c.recurring.salaryOnUs);
  const employer = onUs ? employers[stream.below(employers.length)] : -1;
  const to = party(directory, 'employer', stream.below(65_536));
  const days = payDays(calendar, customer);
  const second = between(stream, 3 * 3600, 9 * 3600);
  const amounts = payAmounts(c, { calendar, customer, days, stream });
  const income = onUs
    ? add(builder, {
        kind: 'payroll',
        on: employer,
        days,
        amount: amounts.map((amount) => -amount),
        pair: account,
      })
    : add(builder, { kind: 'salary', on: account, days, amount: amounts, to });
  income.second = second;
}

function housing(builder: SeriesBuilder, landlords: readonly number[]): void {
  const { state, customer, stream, account, customerIndex } = builder;
  const { configuration: c } = state;
  if (state.rentsFromNeighborCell[customerIndex] === 1 || !chance(stream, c.recurring.rent)) return;
  const amount = -rentOf(customer, c, stream);
  const here = landlords.length > 0 && chance(stream, 0.3);
  const landlord = here ? landlords[stream.below(landlords.length)] : -1;
  const to = party(state.directory, 'landlord', stream.below(65_536));
  const days = monthly(state.calendar, between(stream, 1, 5), 1);
  const pair = landlord === account ? -1 : landlord;
  add(builder, { kind: 'rent', on: account, days, amount, to, pair });
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
  const fee = -Math.round(c.rates.monthlyFee * 100);
  const to = builder.bank;
  add(builder, { kind: 'fee', on: account, days: monthly(calendar, 28, 1), amount: fee, to });
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
    account: state.current[customerIndex],
    own: party(state.directory, 'own', customerIndex * 7 + state.cell),
    bank: state.directory.sections.bank.first,
  };
  const business = builder.customer.employment === 'business';
  if (builder.account >= 0) {
    if (!business) incomes(builder, employers);
    if (!business) housing(builder, landlords);
    bills(builder);
    if (!business) subscriptions(builder);
    if (!business) savings(builder);
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
