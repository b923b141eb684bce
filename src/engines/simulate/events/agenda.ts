import { mix } from '../../random/mix.ts';
import { streamFor } from '../../random/stream.ts';
import { purposes } from '../world/draws.ts';
import type { World } from '../world/world.ts';
import { kindCode } from './kinds.ts';
import { lifeSeries } from './life-series.ts';
import { type Series, seriesOf, takings } from './series.ts';

/** What falls due in the window, by day, and how many rows that makes at most. */
export type Agenda = {
  rows: number;
  /** Bookings of day d stand at from[d] … from[d + 1] of the two lists below. */
  from: Int32Array;
  series: Series[];
  amounts: Float64Array;
};

type Draft = { series: Series[]; days: number[]; amounts: number[]; rows: number };

/** Where each day's bookings begin. */
function beginnings(bookings: readonly number[], days: number): Int32Array {
  const from = new Int32Array(days + 1);
  for (let i = 0; i < bookings.length; i++) from[bookings[i]! + 1]!++;
  for (let day = 0; day < days; day++) from[day + 1]! += from[day]!;
  return from;
}

/** Sorts by day, keeping the order in which bookings were taken. */
function byDay(draft: Draft, days: number): Agenda {
  const from = beginnings(draft.days, days);
  const next = from.slice();
  const series = new Array<Series>(draft.series.length);
  const amounts = new Float64Array(draft.series.length);
  draft.days.forEach((day, i) => {
    const at = next[day]!++;
    series[at] = draft.series[i]!;
    amounts[at] = draft.amounts[i]!;
  });
  return { rows: draft.rows, from, series, amounts };
}

function take(world: World, draft: Draft, series: Series, always: boolean): void {
  const { days, amounts, account, pair, rows, stops } = series;
  const { calendar, from, to } = world;
  for (let i = 0; i < days.length; i++) {
    const day = days[i]!;
    const date = calendar.start + day;
    if (date > stops) continue;
    if (!always) {
      if (date < from[account]! || date > to[account]!) continue;
      if (pair >= 0 && (date < from[pair]! || date > to[pair]!)) continue;
    }
    draft.series.push(series);
    draft.days.push(day);
    draft.amounts.push(amounts.length === 1 ? amounts[0]! : amounts[i]!);
    draft.rows += rows;
  }
}

const sizeOf = (list: readonly Series[]): number =>
  list.reduce((sum, series) => sum + series.rows * series.days.length, 0);

/** Accounts of firms that are open throughout: a third lets homes, the others employ. */
function firmsOf(world: World): { employers: number[]; landlords: number[] } {
  const employers: number[] = [];
  const landlords: number[] = [];
  world.customers.forEach((customer, who) => {
    const account = world.current[who]!;
    if (account < 0 || customer.employment !== 'business') return;
    if (world.to[account]! <= world.calendar.end) return;
    if (world.from[account]! > world.calendar.start) return;
    (who % 3 === 0 ? landlords : employers).push(account);
  });
  return { employers, landlords };
}

/** Whole lives by lot, as long as they fit; answers what each firm pays its staff. */
function takeLives(world: World, draft: Draft, budget: number): Map<number, number> {
  const { employers, landlords } = firmsOf(world);
  const payroll = new Map<number, number>();
  const lot = mix(
    [...world.customers.keys()],
    streamFor(world.seed, world.cell, purposes.recurring),
  );
  for (const who of lot) {
    const list = seriesOf(world, who, employers, landlords);
    if (draft.rows + sizeOf(list) > budget) continue;
    for (const series of list) {
      take(world, draft, series, false);
      if (series.kind !== kindCode.payroll) continue;
      const paid = series.amounts.reduce((sum, amount) => sum - amount, 0);
      payroll.set(series.account, (payroll.get(series.account) ?? 0) + paid);
    }
  }
  return payroll;
}

/**
 * Everything that calendars bring about in a cell. Whole lives are taken customer by customer, in an
 * order drawn by lot, as long as their rows stay within the budget.
 *
 * @param most rows that there are at all; what firms take in to pay their staff may go beyond the budget
 */
export function agendaOf(world: World, budget: number, most: number): Agenda {
  const draft: Draft = { series: [], days: [], amounts: [], rows: 0 };
  for (const series of lifeSeries(world)) {
    if (draft.rows < budget) take(world, draft, series, true);
  }
  const payroll = takeLives(world, draft, budget);
  for (const [firm, paid] of payroll) {
    const series = takings(world, firm, paid);
    if (draft.rows + series.days.length <= Math.min(budget * 1.1, most))
      take(world, draft, series, false);
  }
  return byDay(draft, world.calendar.days.length);
}
