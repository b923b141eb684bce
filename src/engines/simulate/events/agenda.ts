import { shuffle } from '../../random/shuffle.ts';
import { streamFor } from '../../random/stream.ts';
import type { CellState } from '../bank/cell-state.ts';
import { purposes } from '../bank/draws.ts';
import { chargesOf, seriesOf } from './customer-series.ts';
import { kindCode } from './kinds.ts';
import { lifeSeries } from './life-series.ts';
import { type Agreement, agreementsOf } from './payments/agreements.ts';
import { profileSeries } from './profile-series.ts';
import type { Series } from './series.ts';
import { weeklyReceipts } from './weekly-receipts.ts';

/** Scheduled bookings of the window by day, and the maximum number of their rows. */
export type Agenda = {
  rows: number;
  /** Bookings of day d are at from[d] … from[d + 1] of the two lists below. */
  from: Int32Array;
  series: Series[];
  amounts: Float64Array;
  agreements: Agreement[];
};

/** Series added so far; those in `always` are due even if the account is not open. */
type Draft = { always: Series[]; series: Series[]; counts: Int32Array; rows: number };

/** Keeps the bookings of a series on days when its accounts are open and it has not stopped. */
function keepDue({ calendar, from, to }: CellState, series: Series): void {
  const { account, pair, stops, days, amounts } = series;
  const opened = pair < 0 ? from[account] : Math.max(from[account], from[pair]);
  const closed = pair < 0 ? to[account] : Math.min(to[account], to[pair]);
  const first = opened - calendar.start;
  const last = Math.min(stops, closed) - calendar.start;
  const isDue = (day: number) => day >= first && day <= last;
  if (days.every(isDue)) return;
  if (amounts.length > 1) series.amounts = amounts.filter((_, i) => isDue(days[i]));
  series.days = days.filter(isDue);
}

function take(
  state: CellState,
  { draft, series, always }: { draft: Draft; series: Series; always: boolean },
): void {
  (always ? draft.always : draft.series).push(series);
  if (!always) keepDue(state, series);
  const { days, rows } = series;
  for (let i = 0; i < days.length; i++) draft.counts[days[i]]++;
  draft.rows += rows * days.length;
}

function byDay(state: CellState, { always, series, counts, rows }: Draft): Agenda {
  const from = new Int32Array(counts.length + 1);
  for (let day = 0; day < counts.length; day++) from[day + 1] = from[day] + counts[day];
  const count = from[counts.length];
  const agreements = agreementsOf(state, series);
  const agenda = {
    rows,
    from,
    series: new Array<Series>(count),
    amounts: new Float64Array(count),
    agreements,
  };
  const next = from.slice();
  for (const entry of always) schedule(agenda, next, entry);
  for (const entry of series) schedule(agenda, next, entry);
  return agenda;
}

function schedule(agenda: Agenda, next: Int32Array, series: Series): void {
  const { days, amounts } = series;
  const one = amounts.length === 1;
  for (let i = 0; i < days.length; i++) {
    const at = next[days[i]]++;
    agenda.series[at] = series;
    agenda.amounts[at] = one ? amounts[0] : amounts[i];
  }
}

const sizeOf = (list: readonly Series[]): number =>
  list.reduce((sum, series) => sum + series.rows * series.days.length, 0);

/** Returns firms' accounts open throughout: a third are landlords, the others employers. */
function firmsOf(state: CellState): { employers: number[]; landlords: number[] } {
  const employers: number[] = [];
  const landlords: number[] = [];
  state.customers.forEach((customer, customerIndex) => {
    const account = state.current[customerIndex];
    if (account < 0 || customer.employment !== 'business') return;
    if (state.to[account] <= state.calendar.end) return;
    if (state.from[account] > state.calendar.start) return;
    (customerIndex % 3 === 0 ? landlords : employers).push(account);
  });
  return { employers, landlords };
}

/** Adds series of whole customers in random order while they fit; returns firms' payrolls. */
function addCustomerSeries(state: CellState, draft: Draft, budget: number): Map<number, number> {
  const { employers, landlords } = firmsOf(state);
  const payroll = new Map<number, number>();
  const lot = shuffle(
    [...state.customers.keys()],
    streamFor(state.seed, state.cell, purposes.recurring),
  );
  for (const customerIndex of lot) {
    const list = seriesOf(state, { customerIndex, employers, landlords });
    if (draft.rows + sizeOf(list) > budget) continue;
    for (const series of list) {
      if (series.kind === kindCode.payroll) {
        const paid = series.amounts.reduce((sum, amount) => sum - amount, 0);
        payroll.set(series.account, (payroll.get(series.account) ?? 0) + paid);
      }
      take(state, { draft, series, always: false });
    }
  }
  return payroll;
}

/**
 * Builds all scheduled bookings of a cell. Customers are added whole, in random order, while their
 * rows fit the budget.
 *
 * @param most rows of the cell; receipts that fund payrolls may exceed the budget
 */
export function agendaOf(state: CellState, budget: number, most: number): Agenda {
  const counts = new Int32Array(state.calendar.days.length);
  const draft: Draft = { always: [], series: [], counts, rows: 0 };
  for (const series of lifeSeries(state)) {
    if (draft.rows < budget) take(state, { draft, series, always: true });
  }
  const chargesAll = state.configuration.recurring.charged === 'all';
  if (chargesAll)
    for (const series of chargesOf(state))
      if (draft.rows + series.days.length < most) take(state, { draft, series, always: false });
  // Charges to all accounts are not part of the budget of customers' calendars.
  const limit = chargesAll ? Math.min(most, draft.rows + budget) : budget;
  for (const series of profileSeries(state))
    if (draft.rows + series.days.length < most) take(state, { draft, series, always: false });
  const payroll = addCustomerSeries(state, draft, limit);
  for (const [firm, paid] of payroll) {
    const series = weeklyReceipts(state, firm, paid);
    if (draft.rows + series.days.length <= Math.min(limit * 1.1, most))
      take(state, { draft, series, always: false });
  }
  return byDay(state, draft);
}
