import type { NumberColumn } from '../../../table/table.ts';
import type { FileHistories } from '../file-histories.ts';
import type { PaymentStream } from './find-streams.ts';
import { dayInMonth, firstMonth, lengthOf, monthOf, PERIODS } from './period.ts';

/** Days by which a payment may come before its nominal day, or after. */
export const SLACK = 3;

/** Numbers of a stream, in the order of a model's fields. */
export const STREAM_NUMBERS = [
  'period',
  'anchor',
  'late',
  'early',
  'filled',
  'amount',
  'same',
  'change',
] as const;

type Lives = Pick<FileHistories, 'start' | 'days'>;

/** Returns the months, or days, from an entity's first day to the stream's first nominal day. */
function lateOf({ period, anchor, nominal }: PaymentStream, first: number): number {
  if (PERIODS[period].unit === 'day') return Math.max(0, nominal[0] - first);
  return Math.max(0, monthOf(nominal[0]) - firstMonth(first - SLACK, anchor));
}

/** Returns the nominal days that are left out at the end of an entity's rows. */
function earlyOf({ period, anchor, nominal }: PaymentStream, last: number): number {
  const { unit, every } = PERIODS[period];
  const end = nominal.at(-1)!;
  if (unit === 'day')
    return Math.max(0, Math.floor((last - SLACK - end) / lengthOf(PERIODS[period])));
  let left = 0;
  while (dayInMonth(monthOf(end) + (left + 1) * every, anchor) <= last - SLACK) left++;
  return left;
}

/** Builds the columns of all streams, one value a stream, in the order of STREAM_NUMBERS. */
export function streamColumns(
  streams: readonly PaymentStream[],
  { start, days }: Lives,
  decimals: number,
): NumberColumn[] {
  const numberOf: Record<(typeof STREAM_NUMBERS)[number], (stream: PaymentStream) => number> = {
    period: ({ period }) => period,
    anchor: ({ anchor }) => anchor,
    late: (stream) => lateOf(stream, days[start[stream.entity]]),
    early: (stream) => earlyOf(stream, days[start[stream.entity + 1] - 1]),
    filled: ({ filled }) => filled,
    amount: ({ amount }) => amount,
    same: ({ same }) => same,
    change: ({ change }) => change,
  };
  const decimalsOf = { filled: 2, amount: decimals, same: 2, change: 3 } as Record<string, number>;
  return STREAM_NUMBERS.map((name) => ({
    kind: 'number',
    name,
    decimals: decimalsOf[name] ?? 0,
    values: Float64Array.from(streams, numberOf[name]),
  }));
}
