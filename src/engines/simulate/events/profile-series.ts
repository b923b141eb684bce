import { aliasTable, drawAlias } from '../../random/alias-table.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { CellState } from '../bank/cell-state.ts';
import { party, placeIn } from '../bank/directory.ts';
import { chance, purposes } from '../bank/draws.ts';
import { drawAmount } from '../bank/normal-scores.ts';
import { type AccountProfile, orderedOf } from '../bank/profiles.ts';
import { monthly } from './pay-calendar.ts';
import type { Series } from './series.ts';
import { add } from './series-builder.ts';

const DAYS_A_MONTH = 30.44;

type Lines = { state: CellState; account: number; stream: RandomStream; list: Series[] };

/** Returns the first day, from the start of the window, on which an account's bookings of a kind begin. */
export const beginsAfter = ({ accounts, calendar }: CellState, account: number, months: number) =>
  accounts[account].opened + Math.floor(months * DAYS_A_MONTH) - calendar.start;

/** Draws a day of the month; the last one if there are no weights. */
const dayOfMonth = (stream: RandomStream, weights: readonly number[]): number =>
  weights.some((weight) => weight > 0) ? drawAlias(aliasTable([...weights]), stream) + 1 : 31;

/** Adds the fixed income of an account, with extra pay in the months of its profile. */
function addIncome(lines: Lines, { profile, figures }: AccountProfile): void {
  const { state, account, stream } = lines;
  if (profile.income === null) return;
  const { kind, days: weights, extra } = profile.income;
  const step = state.configuration.calendar.daily ? 0 : -1;
  const from = beginsAfter(state, account, figures['months to first income'] ?? 0);
  const days = monthly(state.calendar, dayOfMonth(stream, weights), step).filter(
    (day) => day >= from,
  );
  const usual = Math.max(100, Math.round((figures.income ?? 0) * 100));
  const hasExtra = chance(stream, extra.share);
  const amount = days.map((day) => {
    const more = hasExtra && extra.months.includes(state.calendar.days[day].month);
    return more ? Math.round(usual * extra.size) : usual;
  });
  const { directory, city, owner } = state;
  const inCash = kind === 'cashDeposit';
  const to = inCash
    ? placeIn(directory, 'branch', { city: city[owner[account]], n: stream.below(2) })
    : party(directory, 'employer', stream.below(65_536));
  add(lines, { kind: inCash ? 'cashDeposit' : 'salary', on: account, days, amount, to });
}

/** Adds standing orders of one amount each. */
function addOrders(lines: Lines, { profile, figures }: AccountProfile): void {
  const { state, account, stream } = lines;
  const step = state.configuration.calendar.daily ? 0 : 1;
  const from = beginsAfter(state, account, figures['months to first order'] ?? 0);
  const sizes = Array.from({ length: figures.orders ?? 0 }, () =>
    profile.sizes.order === undefined ? 1 : drawAmount(profile.sizes.order, stream),
  );
  const unit = orderedOf({ profile, figures }) / sizes.reduce((sum, size) => sum + size, 0);
  for (const size of sizes) {
    const amount = -Math.max(100, Math.round(unit * size * 100));
    const days = monthly(state.calendar, dayOfMonth(stream, profile.orderDays), step);
    const to = party(state.directory, 'landlord', stream.below(65_536));
    const later = days.filter((day) => day >= from);
    add(lines, { kind: 'standingOrder', on: account, days: later, amount, to });
  }
}

/** Returns fixed incomes and standing orders of accounts with a profile. */
export function profileSeries(state: CellState): Series[] {
  const stream = streamFor(state.seed, state.cell, purposes.profileSeries);
  const list: Series[] = [];
  state.profiles.forEach((profile, account) => {
    if (profile === null) return;
    const lines = { state, account, stream, list };
    addIncome(lines, profile);
    addOrders(lines, profile);
  });
  return list;
}
