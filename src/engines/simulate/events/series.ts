import { exponential } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { CellState } from '../bank/cell-state.ts';
import type { Customer } from '../bank/customers.ts';
import { party } from '../bank/directory.ts';
import { amountOf, between, chance, purposes } from '../bank/draws.ts';
import { rentOf } from '../bank/rents.ts';
import { isRare, rules } from './buffers.ts';
import { type Kind, kindCode } from './kinds.ts';
import { monthly, payAmounts, payDays } from './pay-calendar.ts';

/** Bookings of one kind on several days: one amount for all, or one for each. */
export type Series = {
  days: number[];
  amounts: number[];
  kind: number;
  account: number;
  pair: number;
  party: number;
  rule: number;
  /** Local second of the day. */
  second: number;
  /** Rows that each booking makes. */
  rows: number;
  /** Last day on which it is paid. */
  stops: number;
};

/** A series that is paid to the end. */
export function series(
  kind: Kind,
  {
    account,
    days,
    amounts,
    second,
    to,
    pair = -1,
    rule = rules.due,
  }: {
    account: number;
    days: number[];
    amounts: number[];
    second: number;
    to: number;
    pair?: number | undefined;
    rule?: number | undefined;
  },
): Series {
  const rows = isRare(rule) ? 0 : pair >= 0 ? 2 : 1;
  const code = kindCode[kind];
  return {
    days,
    amounts,
    kind: code,
    account,
    pair,
    party: to,
    rule,
    second,
    rows,
    stops: 2147483647,
  };
}

/** Where one customer's series are put together. */
type SeriesBuilder = {
  state: CellState;
  customerIndex: number;
  customer: Customer;
  stream: RandomStream;
  list: Series[];
  /** The current account, -1 where there is none. */
  account: number;
  own: number;
  bank: number;
};

type Line = {
  kind: Kind;
  on: number;
  days: number[];
  /** One amount, or one a day. */
  amount: number | number[];
  to?: number;
  pair?: number;
  rule?: number;
};

function add(
  builder: SeriesBuilder,
  { kind, on, days, amount, to, pair = -1, rule = rules.due }: Line,
): Series {
  const second = between(builder.stream, 6 * 3600, 11 * 3600);
  const amounts = typeof amount === 'number' ? [amount] : amount;
  const made = series(kind, { account: on, days, amounts, second, to: to ?? -1, pair, rule });
  builder.list.push(made);
  return made;
}

/** Pay, pension or benefit, at the same hour each time. */
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
  const made = onUs
    ? add(builder, {
        kind: 'payroll',
        on: employer,
        days,
        amount: amounts.map((amount) => -amount),
        pair: account,
      })
    : add(builder, { kind: 'salary', on: account, days, amount: amounts, to });
  made.second = second;
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
      // Metered bills, the first of the list, follow the seasons; the others stay.
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

/** Interest and repayment of one account; who falls behind stops paying that long before the end. */
function credit(builder: SeriesBuilder, on: number): void {
  const { state, stream, account, own, bank } = builder;
  const { calendar, configuration: c } = state;
  const { type, limit, daysPastDue } = state.accounts[on];
  const card = type === 'credit_card';
  const interest = rules.interest;
  const first = monthly(calendar, card ? 2 : 1, 1);
  const rate = (card ? c.rates.card : c.rates.loan) / 12;
  add(builder, {
    kind: 'interestCharged',
    on,
    days: first,
    amount: rate,
    to: bank,
    rule: interest,
  });
  const days = monthly(calendar, between(stream, 2, 27), 1);
  const full = chance(stream, 0.6);
  const rule = card ? (full ? rules.payOff : rules.minimum) : rules.installment;
  const installment = card ? 1 : Math.max(2500, Math.round(limit / 48));
  const paid =
    account >= 0
      ? add(builder, {
          kind: card ? 'cardPayment' : 'loanPayment',
          on: account,
          days,
          amount: -installment,
          pair: on,
          rule,
        })
      : add(builder, {
          kind: card ? 'cardRepayment' : 'loanRepayment',
          on,
          days,
          amount: installment,
          to: own,
          rule,
        });
  if (daysPastDue > 0) paid.stops = calendar.end - daysPastDue;
}

/**
 * All series of one customer.
 *
 * @param employers accounts of firms in the cell that pay staff here
 * @param landlords accounts in the cell that rents are paid to
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

/** Firms take in each week about what they pay out to staff, so that payrolls are funded. */
export function weeklyReceipts(state: CellState, firm: number, payroll: number): Series {
  const days: number[] = [];
  state.calendar.days.forEach((day, i) => {
    if (day.weekday === firm % 5 && day.business) days.push(i);
  });
  const weekly = Math.round((payroll * 1.15) / Math.max(1, days.length));
  const amounts = days.map(
    (_, n) => Math.round(weekly * (0.9 + ((n * 7) % 5) * 0.05)) + ((n * 37) % 100),
  );
  const from = party(state.directory, 'firm', firm);
  return series('receipt', {
    account: firm,
    days,
    amounts,
    second: 5 * 3600 + (firm % 60) * 60,
    to: from,
  });
}
