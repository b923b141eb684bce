import { exponential } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import type { RandomStream } from '../../random/stream.ts';
import type { Calendar } from '../bank/calendar.ts';
import type { Customer } from '../bank/customers.ts';
import { between, chance, pick } from '../bank/draws.ts';
import type { Configuration } from '../configuration/schema.ts';

const PERIODS = { weekly: 52, biweekly: 26, monthly: 12, lastBusinessDay: 12 } as const;

type Paid = {
  calendar: Calendar;
  country: string;
  customer: Customer;
  days: readonly number[];
  stream: RandomStream;
};

/** Returns the share of a monthly pay that a month adds once, by month; 0 for none. */
function extrasOf(configuration: Configuration, { country, stream }: Paid): number[] {
  const { bonus, extra } = configuration.behavior.pay;
  const byMonth = new Array<number>(13).fill(0);
  const { months, ofMonthly } = extra[country] ?? { months: [], ofMonthly: 0 };
  for (const month of months) byMonth[month] += ofMonthly;
  if (bonus.months.length > 0 && chance(stream, bonus.share)) {
    byMonth[pick(stream, bonus.months)] += bonus.ofMonthly * (0.4 + 1.2 * stream.float());
  }
  return byMonth;
}

/**
 * Returns pay by day in minor units: raised once a year, with hours that vary for those paid by the
 * hour, and bonuses and extra pay in the first pay of their months.
 */
export function payAmounts(configuration: Configuration, paid: Paid): number[] {
  const { calendar, customer, days, stream } = paid;
  const { raise } = configuration.people;
  const { hourly, hours } = configuration.behavior.pay;
  const factor = 1 + raise.mean * (0.5 + stream.float());
  const base = Math.round((customer.income * 12) / PERIODS[customer.pay]);
  const varies = chance(stream, hourly) ? hours * (0.6 + 0.8 * stream.float()) : 0;
  const extras = extrasOf(configuration, paid);
  const first = calendar.days[0];
  let lastMonth = 0;
  return days.map((i) => {
    const { year, month } = calendar.days[i];
    const before = first.month >= raise.month ? 1 : 0;
    const raises = year - first.year + (month >= raise.month ? 1 : 0) - before;
    let amount = base;
    for (let n = 0; n < raises; n++) amount = Math.round(amount * factor);
    const worked = varies * fromTable(standardNormal, stream.uint32());
    const added = month !== lastMonth ? extras[month] * customer.income : 0;
    lastMonth = month;
    return Math.max(1, Math.round(amount * Math.max(0.4, 1 + worked) + added));
  });
}

/** Returns days and amounts of irregular payments to a self-employed person, a few each month. */
export function gigPayments(
  configuration: Configuration,
  { calendar, customer, stream }: Pick<Paid, 'calendar' | 'customer' | 'stream'>,
): { days: number[]; amounts: number[] } {
  const { perMonth, sigma } = configuration.behavior.pay.gigs;
  const gap = 30.4 / perMonth;
  const level = (customer.income / perMonth) * exponential((-sigma * sigma) / 2);
  const days: number[] = [];
  const amounts: number[] = [];
  let next = stream.float() * gap;
  while (next < calendar.days.length) {
    let day = Math.floor(next);
    while (day < calendar.days.length && !calendar.days[day].business) day++;
    if (day >= calendar.days.length) break;
    days.push(day);
    const size = exponential(sigma * fromTable(standardNormal, stream.uint32()));
    const exact = Math.max(100, Math.round(level * size));
    amounts.push(
      between(stream, 0, 1) === 0 ? exact : Math.max(500, Math.round(exact / 500) * 500),
    );
    next += gap * (0.2 + 1.6 * stream.float());
  }
  return { days, amounts };
}
