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

/** What is taken so far; of `always`, each booking falls due, even where the account is not open. */
type Draft = { always: Series[]; series: Series[]; counts: Int32Array; rows: number };

function fallsDue({ calendar, from, to }: World, series: Series, day: number): boolean {
  const { account, pair, stops } = series;
  const date = calendar.start + day;
  return (
    date <= stops &&
    date >= from[account] &&
    date <= to[account] &&
    (pair < 0 || (date >= from[pair] && date <= to[pair]))
  );
}

function take(
  world: World,
  { draft, series, always }: { draft: Draft; series: Series; always: boolean },
): void {
  const { days, rows } = series;
  (always ? draft.always : draft.series).push(series);
  for (let i = 0; i < days.length; i++) {
    const day = days[i];
    if (!always && !fallsDue(world, series, day)) continue;
    draft.counts[day]++;
    draft.rows += rows;
  }
}

/** Lays what was taken out by day, keeping the order in which it was taken. */
function byDay(world: World, { always, series, counts, rows }: Draft): Agenda {
  const from = new Int32Array(counts.length + 1);
  for (let day = 0; day < counts.length; day++) from[day + 1] = from[day] + counts[day];
  const count = from[counts.length];
  const agenda = { rows, from, series: new Array<Series>(count), amounts: new Float64Array(count) };
  const next = from.slice();
  for (const each of always) layOut(world, { agenda, next, series: each, always: true });
  for (const each of series) layOut(world, { agenda, next, series: each, always: false });
  return agenda;
}

function layOut(
  world: World,
  {
    agenda,
    next,
    series,
    always,
  }: { agenda: Agenda; next: Int32Array; series: Series; always: boolean },
): void {
  const { days, amounts } = series;
  for (let i = 0; i < days.length; i++) {
    const day = days[i];
    if (!always && !fallsDue(world, series, day)) continue;
    const at = next[day]++;
    agenda.series[at] = series;
    agenda.amounts[at] = amounts.length === 1 ? amounts[0] : amounts[i];
  }
}

const sizeOf = (list: readonly Series[]): number =>
  list.reduce((sum, series) => sum + series.rows * series.days.length, 0);

/** Accounts of firms that are open throughout: a third lets homes, the others employ. */
function firmsOf(world: World): { employers: number[]; landlords: number[] } {
  const employers: number[] = [];
  const landlords: number[] = [];
  world.customers.forEach((customer, who) => {
    const account = world.current[who];
    if (account < 0 || customer.employment !== 'business') return;
    if (world.to[account] <= world.calendar.end) return;
    if (world.from[account] > world.calendar.start) return;
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
    const list = seriesOf(world, { who, employers, landlords });
    if (draft.rows + sizeOf(list) > budget) continue;
    for (const series of list) {
      take(world, { draft, series, always: false });
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
  const counts = new Int32Array(world.calendar.days.length);
  const draft: Draft = { always: [], series: [], counts, rows: 0 };
  for (const series of lifeSeries(world)) {
    if (draft.rows < budget) take(world, { draft, series, always: true });
  }
  const payroll = takeLives(world, draft, budget);
  for (const [firm, paid] of payroll) {
    const series = takings(world, firm, paid);
    if (draft.rows + series.days.length <= Math.min(budget * 1.1, most))
      take(world, { draft, series, always: false });
  }
  return byDay(world, draft);
}
