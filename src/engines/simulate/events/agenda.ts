import { streamFor } from '../../random/stream.ts';
import { purposes } from '../world/draws.ts';
import type { World } from '../world/world.ts';
import { kindCode } from './kinds.ts';
import { lifeSeries } from './life-series.ts';
import type { Due, Series } from './series.ts';
import { seriesOf, takings } from './series.ts';

/** What falls due on each day of the window, and how many rows that makes at most. */
export type Agenda = { days: Due[][]; rows: number };

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
