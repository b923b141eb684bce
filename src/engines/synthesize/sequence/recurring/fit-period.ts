import { weekdayOf } from '../../../../shared/civil-date.ts';
import { calendarOf } from '../calendar.ts';
import { dayInMonth, lengthOf, monthOf, PERIODS, type Period } from './period.ts';

/** Rows of a group that recur: one a slot, with the days to the slot's nominal day. */
export type Recurring = {
  /** Index into PERIODS. */
  period: number;
  /** Day of the month, or weekday (0 = Monday). */
  anchor: number;
  /** Indexes into the group's rows. */
  rows: number[];
  /** Nominal day of each of them; slots without a row are left out. */
  nominal: number[];
  /** Share of the slots from the first to the last that have a row. */
  filled: number;
};

const MIN_FILLED = 0.75;
const MIN_KEPT = 0.85;
const MAX_OFFSET = { month: 5, day: 2 };
const MAX_MEAN_OFFSET = 2.5;
const TOLERANCE = { month: 3.5, day: 1 };

type Slots = { anchor: number; slot: number[]; nominal: number[]; cost: number };

/** Assigns each day to the nearest month's nominal day. */
function monthSlots(days: readonly number[], { every }: Period, anchor: number): Slots {
  const nearest = days.map((day) => {
    const month = monthOf(day);
    const near = [month - 1, month, month + 1].map((m) => ({ m, at: dayInMonth(m, anchor) }));
    return near.reduce((a, b) => (Math.abs(b.at - day) < Math.abs(a.at - day) ? b : a));
  });
  const first = nearest[0].m;
  return {
    anchor,
    slot: nearest.map(({ m }) => (m - first) / every),
    nominal: nearest.map(({ at }) => at),
    cost: nearest.reduce((sum, { at }, i) => sum + Math.abs(at - days[i]), 0),
  };
}

function daySlots(days: readonly number[], { every }: Period, phase: number): Slots {
  const slot = days.map((day) => Math.round((day - days[0] - phase) / every));
  const nominal = slot.map((n) => days[0] + phase + n * every);
  const cost = nominal.reduce((sum, at, i) => sum + Math.abs(at - days[i]), 0);
  return { anchor: weekdayOf(days[0] + phase), slot, nominal, cost };
}

/** Returns the days of the month that occur, and the last one beside the 28th and later. */
function monthDaysOf(days: readonly number[]): number[] {
  const own = new Set(days.map((day) => calendarOf(day).monthDay));
  if ([...own].some((monthDay) => monthDay >= 28)) own.add(31);
  return [...own].sort((a, b) => a - b);
}

function bestSlots(days: readonly number[], period: Period): Slots {
  const tried =
    period.unit === 'month'
      ? monthDaysOf(days).map((monthDay) => monthSlots(days, period, monthDay))
      : [-1, 0, 1].map((phase) => daySlots(days, period, phase));
  return tried.reduce((best, other) => (other.cost < best.cost ? other : best));
}

/** Keeps the row nearest to the nominal day of each slot. */
function onePerSlot(days: readonly number[], { slot, nominal }: Slots, most: number): number[] {
  const rowOf = new Map<number, number>();
  const offset = (row: number) => Math.abs(days[row] - nominal[row]);
  slot.forEach((n, row) => {
    if (!Number.isInteger(n) || offset(row) > most) return;
    const known = rowOf.get(n);
    if (known === undefined || offset(row) < offset(known)) rowOf.set(n, row);
  });
  return [...rowOf.values()].sort((a, b) => a - b);
}

/** Finds the period of a group's days, in ascending order; null if they do not recur. */
export function fitPeriod(days: readonly number[], least: number): Recurring | null {
  if (days.length < least) return null;
  const gaps = days.slice(1).map((day, i) => day - days[i]);
  const median = gaps.toSorted((a, b) => a - b)[gaps.length >> 1];
  let best: Recurring | null = null;
  let nearest = MAX_MEAN_OFFSET;
  for (const [index, period] of PERIODS.entries()) {
    const { unit } = period;
    if (Math.abs(median - lengthOf(period)) > TOLERANCE[unit]) continue;
    const slots = bestSlots(days, period);
    const rows = onePerSlot(days, slots, MAX_OFFSET[unit]);
    if (rows.length < Math.max(least, MIN_KEPT * days.length)) continue;
    const filled = rows.length / (slots.slot[rows.at(-1)!] - slots.slot[rows[0]] + 1);
    const nominal = rows.map((row) => slots.nominal[row]);
    const off = nominal.reduce((sum, at, i) => sum + Math.abs(at - days[rows[i]]), 0) / rows.length;
    if (filled < MIN_FILLED || off >= nearest) continue;
    nearest = off;
    best = { period: index, anchor: slots.anchor, rows, nominal, filled };
  }
  return best;
}
