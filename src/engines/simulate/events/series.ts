import { exponential } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { Customer } from '../world/customers.ts';
import { party } from '../world/directory.ts';
import { amountOf, between, chance, purposes } from '../world/draws.ts';
import { rentOf } from '../world/rents.ts';
import type { World } from '../world/world.ts';
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
type Desk = {
  world: World;
  who: number;
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
  desk: Desk,
  { kind, on, days, amount, to, pair = -1, rule = rules.due }: Line,
): Series {
  const second = between(desk.stream, 6 * 3600, 11 * 3600);
  const amounts = typeof amount === 'number' ? [amount] : amount;
  const made = series(kind, { account: on, days, amounts, second, to: to ?? -1, pair, rule });
  desk.list.push(made);
  return made;
}

/** Pay, pension or benefit, at the same hour each time. */
function incomes(desk: Desk, employers: readonly number[]): void {
  const { world, customer, stream, account, who } = desk;
  const { calendar, configuration: c, directory } = world;
  if (world.paidFromNextDoor[who] === 1 || !chance(stream, c.recurring.salaryHere)) return;
  const { employment } = customer;
  if (employment !== 'salaried' && employment !== 'selfEmployed') {
    const to = party(directory, 'agency', employment === 'retired' ? 0 : 1);
    const days = monthly(calendar, customer.payAnchor + 1, -1);
    add(desk, { kind: 'benefit', on: account, days, amount: customer.income, to });
    return;
  }
  const onUs = employers.length > 0 && chance(stream, c.recurring.salaryOnUs);
  const employer = onUs ? employers[stream.below(employers.length)] : -1;
  const to = party(directory, 'employer', stream.below(65_536));
  const days = payDays(calendar, customer);
  const second = between(stream, 3 * 3600, 9 * 3600);
  const amounts = payAmounts(c, { calendar, customer, days, stream });
  const made = onUs
    ? add(desk, {
        kind: 'payroll',
        on: employer,
        days,
        amount: amounts.map((amount) => -amount),
        pair: account,
      })
    : add(desk, { kind: 'salary', on: account, days, amount: amounts, to });
  made.second = second;
}

function housing(desk: Desk, landlords: readonly number[]): void {
  const { world, customer, stream, account, who } = desk;
  const { configuration: c } = world;
  if (world.livesNextDoor[who] === 1 || !chance(stream, c.recurring.rent)) return;
  const amount = -rentOf(customer, c, stream);
  const here = landlords.length > 0 && chance(stream, 0.3);
  const landlord = here ? landlords[stream.below(landlords.length)] : -1;
  const to = party(world.directory, 'landlord', stream.below(65_536));
  const days = monthly(world.calendar, between(stream, 1, 5), 1);
  const pair = landlord === account ? -1 : landlord;
  add(desk, { kind: 'rent', on: account, days, amount, to, pair });
}

function bills(desk: Desk): void {
  const { world, stream, account, customer } = desk;
  const { calendar, configuration: c, directory } = world;
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
    add(desk, { kind: 'bill', on: account, days, amount, to });
  });
  const fee = -Math.round(c.rates.monthlyFee * 100);
  const to = desk.bank;
  add(desk, { kind: 'fee', on: account, days: monthly(calendar, 28, 1), amount: fee, to });
  if (world.floor[account] < 0) {
    const days = monthly(calendar, 31, -1);
    const amount = -Math.round(c.rates.overdraftFee * 100);
    const rule = rules.overdrawn;
    if (amount < 0) add(desk, { kind: 'fee', on: account, days, amount, to, rule });
    const rate = c.rates.overdraft / 12;
    const interest = rules.overdraftInterest;
    add(desk, { kind: 'interestCharged', on: account, days, amount: rate, to, rule: interest });
  }
}

function subscriptions(desk: Desk): void {
  const { world, stream, who, account } = desk;
  const { mean, amount: typical } = world.configuration.recurring.subscriptions;
  const card = world.card[who];
  const on = card >= 0 && chance(stream, 0.5) ? card : account;
  const count = Math.floor(mean * 2 * stream.float() + 0.5);
  for (let n = 0; n < count; n++) {
    const amount = -Math.max(199, Math.floor(amountOf(stream, typical) / 100) * 100 + 99);
    const to = party(world.directory, 'subscription', stream.below(12));
    const days = monthly(world.calendar, between(stream, 1, 28), 1);
    add(desk, { kind: 'subscription', on, days, amount, to });
  }
}

function savings(desk: Desk): void {
  const { world, stream, who, account, customer } = desk;
  const { saving, savingOfIncome } = world.configuration.recurring;
  if (!chance(stream, saving)) return;
  const share = savingOfIncome * exponential(0.4 * fromTable(standardNormal, stream.uint32()));
  const amount = -Math.max(1000, Math.round((customer.income * share) / 1000) * 1000);
  const days = monthly(world.calendar, between(stream, 1, 12), 1);
  const pair = world.savings[who];
  add(desk, { kind: 'standingOrder', on: account, days, amount, to: desk.own, pair });
}

/** Interest and repayment of one account; who falls behind stops paying that long before the end. */
function credit(desk: Desk, on: number): void {
  const { world, stream, account, own, bank } = desk;
  const { calendar, configuration: c } = world;
  const { type, limit, daysPastDue } = world.accounts[on];
  const card = type === 'credit_card';
  const interest = rules.interest;
  const first = monthly(calendar, card ? 2 : 1, 1);
  const rate = (card ? c.rates.card : c.rates.loan) / 12;
  add(desk, { kind: 'interestCharged', on, days: first, amount: rate, to: bank, rule: interest });
  const days = monthly(calendar, between(stream, 2, 27), 1);
  const full = chance(stream, 0.6);
  const rule = card ? (full ? rules.payOff : rules.minimum) : rules.instalment;
  const instalment = card ? 1 : Math.max(2500, Math.round(limit / 48));
  const paid =
    account >= 0
      ? add(desk, {
          kind: card ? 'cardPayment' : 'loanPayment',
          on: account,
          days,
          amount: -instalment,
          pair: on,
          rule,
        })
      : add(desk, {
          kind: card ? 'cardRepayment' : 'loanRepayment',
          on,
          days,
          amount: instalment,
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
  world: World,
  {
    who,
    employers,
    landlords,
  }: { who: number; employers: readonly number[]; landlords: readonly number[] },
): Series[] {
  const desk: Desk = {
    world,
    who,
    customer: world.customers[who],
    stream: streamFor(world.seed, world.cell * 1_000_000 + who, purposes.recurring),
    list: [],
    account: world.current[who],
    own: party(world.directory, 'own', who * 7 + world.cell),
    bank: world.directory.sections.bank.first,
  };
  const business = desk.customer.employment === 'business';
  if (desk.account >= 0) {
    if (!business) incomes(desk, employers);
    if (!business) housing(desk, landlords);
    bills(desk);
    if (!business) subscriptions(desk);
    if (!business) savings(desk);
  }
  for (const on of world.owned[who]) {
    const { type } = world.accounts[on];
    if (type === 'credit_card' || type === 'loan') credit(desk, on);
    if (type !== 'savings') continue;
    const days = monthly(world.calendar, 31, -1);
    const amount = world.configuration.rates.savings / 12;
    add(desk, { kind: 'interestPaid', on, days, amount, to: desk.bank, rule: rules.interest });
  }
  return desk.list;
}

/** Firms take in each week about what they pay out to staff, so that payrolls are funded. */
export function takings(world: World, firm: number, payroll: number): Series {
  const days: number[] = [];
  world.calendar.days.forEach((day, i) => {
    if (day.weekday === firm % 5 && day.business) days.push(i);
  });
  const weekly = Math.round((payroll * 1.15) / Math.max(1, days.length));
  const amounts = days.map(
    (_, n) => Math.round(weekly * (0.9 + ((n * 7) % 5) * 0.05)) + ((n * 37) % 100),
  );
  const from = party(world.directory, 'firm', firm);
  return series('receipt', {
    account: firm,
    days,
    amounts,
    second: 5 * 3600 + (firm % 60) * 60,
    to: from,
  });
}
