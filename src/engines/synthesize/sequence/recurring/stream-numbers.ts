import type { NumberColumn } from '../../../table/table.ts';
import type { FileHistories } from '../file-histories.ts';
import type { PaymentStream } from './find-streams.ts';
import { dayInMonth, firstMonth, monthOf, nextWeekday, PERIODS } from './period.ts';

/** Days by which a payment may come before its nominal day, or after. */
const SLACK = 3;

/** Payments that a stream has at least. */
const MIN_PAYMENTS = 3;

/** Numbers of a stream, in the order of a model's fields. */
export const STREAM_NUMBERS = [
  'period',
  'anchor',
  /** Months of a longer period, or weeks in days, before the first nominal day. */
  'phase',
  /** Share of an entity's nominal days, but the least number of payments, left out at the start. */
  'late',
  /** Share of the others that are left out at the end. */
  'early',
  'filled',
  'amount',
  'same',
  'change',
] as const;

type Lives = Pick<FileHistories, 'start' | 'days'>;
type Life = { first: number; last: number };
type Nominal = { period: number; anchor: number; phase: number };

const shareOf = (part: number, whole: number) => (whole > 0 ? Math.min(1, part / whole) : 0);
const roomOf = (days: number) => Math.max(0, days - MIN_PAYMENTS);

/** Returns the nominal days of a stream within an entity's life. */
function nominalDaysIn({ period, anchor, phase }: Nominal, { first, last }: Life): number[] {
  const { unit, every } = PERIODS[period];
  const isMonth = unit === 'month';
  const start = isMonth
    ? firstMonth(first - SLACK, anchor) + phase
    : nextWeekday(first + phase, anchor);
  const days: number[] = [];
  for (let at = start; ; at += every) {
    const day = isMonth ? dayInMonth(at, anchor) : at;
    if (day > last) return days;
    days.push(day);
  }
}

const dueBy = (days: readonly number[], last: number): number =>
  days.findLastIndex((day) => day <= last - SLACK) + 1;

/** Returns where a stream's payments begin and end among the nominal days of a life. */
function placeOf({ period, anchor, nominal }: PaymentStream, life: Life) {
  const { unit, every } = PERIODS[period];
  const begins =
    unit === 'day'
      ? Math.max(0, nominal[0] - life.first)
      : Math.max(0, monthOf(nominal[0]) - firstMonth(life.first - SLACK, anchor));
  const before = unit === 'day' ? 7 * Math.floor(begins / 7) : begins;
  const phase = before % every;
  const days = nominalDaysIn({ period, anchor, phase }, life);
  const skipped = (before - phase) / every;
  const due = dueBy(days, life.last);
  const left = days.slice(0, due).filter((day) => day > nominal.at(-1)!).length;
  return {
    phase,
    late: shareOf(skipped, roomOf(days.length)),
    early: shareOf(left, roomOf(due - skipped)),
  };
}

/** Returns the nominal days of a stream that are paid: three, if a life has so many. */
export function paidDays(numbers: Nominal & { late: number; early: number }, life: Life): number[] {
  const all = nominalDaysIn(numbers, life);
  const days = all.slice(Math.round(numbers.late * roomOf(all.length)));
  const due = dueBy(days, life.last);
  const left = Math.round(numbers.early * roomOf(due));
  return left > 0 ? days.slice(0, due - left) : days;
}

/** Builds the columns of all streams, one value a stream, in the order of STREAM_NUMBERS. */
export function streamColumns(
  streams: readonly PaymentStream[],
  { start, days }: Lives,
  decimals: number,
): NumberColumn[] {
  const places = new Map(
    streams.map((stream) => {
      const { entity } = stream;
      const life = { first: days[start[entity]], last: days[start[entity + 1] - 1] };
      return [stream, placeOf(stream, life)];
    }),
  );
  const numberOf: Record<(typeof STREAM_NUMBERS)[number], (stream: PaymentStream) => number> = {
    period: ({ period }) => period,
    anchor: ({ anchor }) => anchor,
    phase: (stream) => places.get(stream)!.phase,
    late: (stream) => places.get(stream)!.late,
    early: (stream) => places.get(stream)!.early,
    filled: ({ filled }) => filled,
    amount: ({ amount }) => amount,
    same: ({ same }) => same,
    change: ({ change }) => change,
  };
  const decimalsOf = {
    late: 2,
    early: 2,
    filled: 2,
    amount: decimals,
    same: 2,
    change: 3,
  } as Record<string, number>;
  return STREAM_NUMBERS.map((name) => ({
    kind: 'number',
    name,
    decimals: decimalsOf[name] ?? 0,
    values: Float64Array.from(streams, numberOf[name]),
  }));
}
