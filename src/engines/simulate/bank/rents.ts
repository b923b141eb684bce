import type { RandomStream } from '../../random/stream.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { Calendar } from './calendar.ts';
import type { Customer } from './customers.ts';
import { between, chance } from './draws.ts';

/** Returns the monthly rent in minor units: about the configured income share, rounded. */
export function rentOf(
  customer: Customer,
  configuration: Configuration,
  stream: RandomStream,
): number {
  const share = configuration.recurring.rentOfIncome * (0.75 + stream.float() / 2);
  return Math.max(5000, Math.round((customer.income * share) / 500) * 500);
}

/** Returns a rent by day: raised in the month of its contract, in most years. */
export function rentAmounts(
  { behavior: { rentRise } }: Configuration,
  {
    calendar,
    days,
    base,
    stream,
  }: { calendar: Calendar; days: readonly number[]; base: number; stream: RandomStream },
): number[] {
  const month = between(stream, 1, 12);
  const factor = 1 + rentRise.mean * (0.4 + 1.2 * stream.float());
  const rises = chance(stream, rentRise.share);
  const first = calendar.days[0];
  const dueBefore = first.month >= month ? 1 : 0;
  return days.map((i) => {
    const { year, month: now } = calendar.days[i];
    const raises = year - first.year + (now >= month ? 1 : 0) - dueBefore;
    let rent = base;
    for (let n = 0; rises && n < raises; n++) rent = Math.round((rent * factor) / 500) * 500;
    return rent;
  });
}
