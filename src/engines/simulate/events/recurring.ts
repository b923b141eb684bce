import { exponential } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { Calendar } from '../world/calendar.ts';
import type { Customer } from '../world/customers.ts';
import { party } from '../world/directory.ts';
import { amountOf, between, chance, purposes } from '../world/draws.ts';
import type { World } from '../world/world.ts';
import { rules } from './buffers.ts';
import { type Kind, kindCode } from './kinds.ts';

/** One booking of a calendar. */
export type Due = {
  kind: number;
  account: number;
  pair: number;
  party: number;
  amount: number;
  rule: number;
  /** Local second of the day. */
  second: number;
};

/** What falls due on each day of the window, and how many rows that makes at most. */
export type Agenda = { days: Due[][]; rows: number };

type Series = {
  days: number[];
  due: Omit<Due, 'second'>;
  second: number;
  rows: number;
  /** Last day on which it is paid. */
  stops?: number;
};

/** Moves to a business day: back for money that comes in, on for money that goes out; -1 leaves the window. */
export function shifted(calendar: Calendar, index: number, step: 1 | -1): number {
  let i = index;
  while (i >= 0 && i < calendar.days.length && !calendar.days[i]!.business) i += step;
  return i >= 0 && i < calendar.days.length ? i : -1;
}

const monthlies = new WeakMap<Calendar, Map<number, number[]>>();

/** Days of a monthly booking on a day of the month, the last day where the month is shorter. */
export function monthly(calendar: Calendar, dayOfMonth: number, step: 1 | -1): number[] {
  const known = monthlies.get(calendar) ?? new Map<number, number[]>();
  monthlies.set(calendar, known);
  const before = known.get(dayOfMonth * step);
  if (before !== undefined) return before;
  const found: number[] = [];
  known.set(dayOfMonth * step, found);
  calendar.days.forEach((day, i) => {
    if (day.dayOfMonth === Math.min(dayOfMonth, day.monthLength)) {
      const at = shifted(calendar, i, step);
      if (at >= 0) found.push(at);
    }
  });
  return found;
}

/** Pay days of one person. */
export function payDays(calendar: Calendar, customer: Customer): number[] {
  switch (customer.pay) {
    case 'monthly':
      return monthly(calendar, customer.payAnchor, -1);
    case 'lastBusinessDay':
      return monthly(calendar, 31, -1);
    default: {
      const every = customer.pay === 'weekly' ? 7 : 14;
      const phase = Math.floor(customer.birthYear / 2) % 2;
      const found: number[] = [];
      calendar.days.forEach((day, i) => {
        const week = Math.floor((day.day + 3) / 7);
        if (day.weekday !== customer.payAnchor || (every === 14 && week % 2 !== phase)) return;
        const at = shifted(calendar, i, -1);
        if (at >= 0) found.push(at);
      });
      return found;
    }
  }
}

const PERIODS = { weekly: 52, biweekly: 26, monthly: 12, lastBusinessDay: 12 } as const;

/** Steady pay, raised once in the configured month. */
function payAmounts(
  world: World,
  customer: Customer,
  days: number[],
  stream: RandomStream,
): number[] {
  const { raise } = world.configuration.people;
  const factor = 1 + raise.mean * (0.5 + stream.float());
  const base = Math.round((customer.income * 12) / PERIODS[customer.pay]);
  const first = world.calendar.days[0]!;
  return days.map((i) => {
    const { year, month } = world.calendar.days[i]!;
    const before = first.month >= raise.month ? 1 : 0;
    const raises = year - first.year + (month >= raise.month ? 1 : 0) - before;
    let amount = base;
    for (let n = 0; n < raises; n++) amount = Math.round(amount * factor);
    return amount;
  });
}

/** All series of one customer, most important first. */
function seriesOf(
  world: World,
  who: number,
  employers: readonly number[],
  landlords: readonly number[],
): Series[] {
  const { calendar, configuration: c, directory } = world;
  const customer = world.customers[who]!;
  const stream = streamFor(world.seed, world.cell * 1_000_000 + who, purposes.recurring);
  const list: Series[] = [];
  const account = world.current[who]!;
  const saving = world.savings[who]!;
  const card = world.card[who]!;
  const own = party(directory, 'own', who * 7 + world.cell);
  const bank = directory.sections.bank.first;
  const add = (
    kind: Kind,
    on: number,
    days: number[],
    amount: number,
    to: number,
    pair = -1,
    rule: number = rules.due,
  ) => {
    const due = {
      kind: kindCode[kind],
      account: on,
      pair,
      party: pair >= 0 ? -1 : to,
      amount,
      rule,
    };
    list.push({ days, due, second: between(stream, 6 * 3600, 11 * 3600), rows: pair >= 0 ? 2 : 1 });
  };
  const paidUntil = (i: number) => {
    const { daysPastDue } = world.accounts[i]!;
    if (daysPastDue > 0) list.at(-1)!.stops = calendar.end - daysPastDue;
  };
  const business = customer.employment === 'business';
  if (account >= 0 && !business) {
    const days = payDays(calendar, customer);
    const working = customer.employment === 'salaried' || customer.employment === 'selfEmployed';
    if (chance(stream, c.recurring.salaryHere)) {
      if (working) {
        const onUs = employers.length > 0 && chance(stream, c.recurring.salaryOnUs);
        const employer = onUs ? employers[stream.below(employers.length)]! : -1;
        const from = party(directory, 'employer', stream.below(65536));
        const amounts = payAmounts(world, customer, days, stream);
        const second = between(stream, 3 * 3600, 9 * 3600);
        amounts.forEach((amount, i) => {
          const due =
            employer >= 0
              ? {
                  kind: kindCode.payroll,
                  account: employer,
                  pair: account,
                  party: -1,
                  amount: -amount,
                  rule: rules.due,
                }
              : { kind: kindCode.salary, account, pair: -1, party: from, amount, rule: rules.due };
          list.push({ days: [days[i]!], due, second, rows: employer >= 0 ? 2 : 1 });
        });
      } else {
        const agency = party(directory, 'agency', customer.employment === 'retired' ? 0 : 1);
        add(
          'benefit',
          account,
          monthly(calendar, customer.payAnchor + 1, -1),
          customer.income,
          agency,
        );
      }
    }
    if (chance(stream, c.recurring.rent)) {
      const amount =
        Math.round(
          (customer.income * c.recurring.rentOfIncome * (0.75 + stream.float() / 2)) / 500,
        ) * 500;
      const landlord =
        landlords.length > 0 && chance(stream, 0.3)
          ? landlords[stream.below(landlords.length)]!
          : -1;
      const to = party(directory, 'landlord', stream.below(65536));
      const pair = landlord === account ? -1 : landlord;
      add(
        'rent',
        account,
        monthly(calendar, between(stream, 1, 5), 1),
        -Math.max(5000, amount),
        to,
        pair,
      );
    }
  }
  if (account >= 0) {
    c.recurring.utilities.forEach((utility, n) => {
      if (!chance(stream, utility.share)) return;
      const amount = amountOf(stream, utility.amount) * (business ? 3 : 1);
      const to = party(directory, 'utility', n * 3 + stream.below(3));
      const wave = stream.float();
      for (const day of monthly(calendar, between(stream, 4, 27), 1)) {
        const month = calendar.days[day]!.month;
        // Metered bills follow the seasons, the others stay.
        const season = n === 0 ? 1 + 0.25 * (Math.abs(month - 7) / 3 - 1) + 0.08 * (wave - 0.5) : 1;
        add('bill', account, [day], -Math.max(100, Math.round(amount * season)), to);
      }
    });
    add('fee', account, monthly(calendar, 28, 1), -Math.round(c.rates.monthlyFee * 100), bank);
    const spender = card >= 0 && chance(stream, 0.5) ? card : account;
    const count = Math.min(
      8,
      Math.floor(c.recurring.subscriptions.mean * 2 * stream.float() + 0.5),
    );
    for (let n = 0; n < count && !business; n++) {
      const amount = Math.max(
        199,
        Math.floor(amountOf(stream, c.recurring.subscriptions.amount) / 100) * 100 + 99,
      );
      const to = party(directory, 'subscription', stream.below(12));
      add('subscription', spender, monthly(calendar, between(stream, 1, 28), 1), -amount, to);
    }
    if (!business && chance(stream, c.recurring.saving)) {
      const share =
        c.recurring.savingOfIncome * exponential(0.4 * fromTable(standardNormal, stream.uint32()));
      const amount = Math.max(1000, Math.round((customer.income * share) / 1000) * 1000);
      add(
        'standingOrder',
        account,
        monthly(calendar, between(stream, 1, 12), 1),
        -amount,
        own,
        saving,
      );
    }
  }
  for (let i = 0; i < world.accounts.length; i++) {
    if (world.owner[i] !== who) continue;
    const { type, limit } = world.accounts[i]!;
    if (type === 'savings') {
      add(
        'interestPaid',
        i,
        monthly(calendar, 31, -1),
        c.rates.savings / 12,
        bank,
        -1,
        rules.interest,
      );
    } else if (type === 'loan') {
      const instalment = Math.max(2500, Math.round(limit / 48));
      const days = monthly(calendar, between(stream, 2, 26), 1);
      const rate = c.rates.loan / 12;
      add('interestCharged', i, monthly(calendar, 1, 1), rate, bank, -1, rules.interest);
      if (account >= 0) add('loanPayment', account, days, -instalment, -1, i);
      else add('loanRepayment', i, days, instalment, own);
      paidUntil(i);
    } else if (type === 'credit_card') {
      const rule = chance(stream, 0.6) ? rules.payOff : rules.minimum;
      const days = monthly(calendar, between(stream, 3, 27), 1);
      add(
        'interestCharged',
        i,
        monthly(calendar, 2, 1),
        c.rates.card / 12,
        bank,
        -1,
        rules.interest,
      );
      if (account >= 0) add('cardPayment', account, days, 0, -1, i, rule);
      else add('cardRepayment', i, days, 0, own, -1, rule);
      paidUntil(i);
    }
  }
  return list;
}

/** Firms take in each week about what they pay out to staff, so that payrolls are funded. */
function takings(world: World, firm: number, payroll: number): Series[] {
  if (payroll === 0) return [];
  const days: number[] = [];
  world.calendar.days.forEach((day, i) => {
    if (day.weekday === firm % 5 && day.business) days.push(i);
  });
  const weekly = Math.round((payroll * 1.15) / Math.max(1, days.length));
  return days.map((day, n) => ({
    days: [day],
    second: 5 * 3600 + (firm % 60) * 60,
    rows: 1,
    due: {
      kind: kindCode.receipt,
      account: firm,
      pair: -1,
      party: party(world.directory, 'firm', firm),
      amount: Math.round(weekly * (0.9 + ((n * 7) % 5) * 0.05)) + ((n * 37) % 100),
      rule: rules.due,
    },
  }));
}

/** Last movements of accounts that close or are written off, and the first of those that open. */
function lifeSeries(world: World): Series[] {
  const { calendar, directory } = world;
  const list: Series[] = [];
  const bank = directory.sections.bank.first;
  world.accounts.forEach((account, i) => {
    const own = party(directory, 'own', account.owner * 7 + world.cell);
    const add = (
      kind: Kind,
      day: number,
      amount: number,
      to: number,
      rule: number,
      second: number,
    ) => {
      const index = day - calendar.start;
      if (index < 0 || index >= calendar.days.length) return;
      const due = { kind: kindCode[kind], account: i, pair: -1, party: to, amount, rule };
      list.push({ days: [index], due, second, rows: 1 });
    };
    if (account.closed >= calendar.start)
      add('closure', account.closed, 0, own, rules.closure, 58_000);
    if (account.status === 'charged_off') {
      add('chargeOff', account.history.at(-1)![1], 0, bank, rules.chargeOff, 58_000);
    }
    if (
      account.opened > calendar.start &&
      account.to >= account.from &&
      account.status === 'active'
    ) {
      add(
        'transferIn',
        account.opened,
        5000 + ((i * 7919) % 40) * 2500,
        own,
        rules.due,
        34_000 + (i % 3600),
      );
    }
  });
  return list;
}

/**
 * Everything that calendars bring about in a cell. Whole lives are taken customer by customer, in an
 * order drawn by lot, as long as their rows stay within the budget.
 */
export function agendaOf(world: World, budget: number): Agenda {
  const days: Due[][] = world.calendar.days.map(() => []);
  let rows = 0;
  const take = (series: Series, always = false) => {
    for (const day of series.days) {
      const date = world.calendar.days[day]!.day;
      const { account, pair } = series.due;
      const open = (i: number) => i < 0 || (world.from[i]! <= date && date <= world.to[i]!);
      if (!always && (!open(account) || !open(pair))) continue;
      if (series.stops !== undefined && date > series.stops) continue;
      days[day]!.push({ ...series.due, second: series.second });
      rows += series.rows;
    }
  };
  const size = (list: Series[]) => list.reduce((sum, s) => sum + s.rows * s.days.length, 0);
  for (const series of lifeSeries(world)) if (rows < budget) take(series, true);
  const firms: number[] = [];
  const landlords: number[] = [];
  world.customers.forEach((customer, who) => {
    const account = world.current[who]!;
    if (account < 0 || world.to[account]! <= world.calendar.end) return;
    if (world.from[account]! > world.calendar.start) return;
    if (customer.employment === 'business') (who % 3 === 0 ? landlords : firms).push(account);
  });
  const order = world.customers.map((_, who) => who);
  const shuffle = streamFor(world.seed, world.cell, purposes.recurring);
  for (let i = order.length - 1; i > 0; i--) {
    const j = shuffle.below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  const payroll = new Map<number, number>();
  for (const who of order) {
    const list = seriesOf(world, who, firms, landlords);
    if (rows + size(list) > budget) continue;
    for (const series of list) {
      take(series);
      if (series.due.kind === kindCode.payroll) {
        const paid = -series.due.amount * series.days.length;
        payroll.set(series.due.account, (payroll.get(series.due.account) ?? 0) + paid);
      }
    }
  }
  for (const [firm, paid] of payroll) {
    const list = takings(world, firm, paid);
    if (rows + size(list) <= budget * 1.1) for (const series of list) take(series);
  }
  return { days, rows };
}
