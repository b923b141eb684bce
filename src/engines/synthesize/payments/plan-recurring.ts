import { isWeekend } from '../../../shared/civil-date.ts';
import type { RandomStream } from '../../random/stream.ts';
import {
  dayInMonth,
  firstMonth,
  monthOf,
  nextWeekday,
  PERIODS,
} from '../sequence/recurring/period.ts';
import type { RecurringPayment } from './recurring-payments.ts';

/** Returns the days of a recurring payment from a first day to a last. */
function scheduleOf(
  { period, anchor, weekend }: RecurringPayment,
  [from, to]: readonly [number, number],
): number[] {
  const { unit, every } = PERIODS[period]!;
  const days: number[] = [];
  if (unit === 'day')
    for (let day = nextWeekday(from, anchor); day <= to; day += every) days.push(day);
  else {
    const first = firstMonth(from, anchor);
    for (let month = first; month <= monthOf(to); month += every) {
      const day = dayInMonth(month, anchor);
      if (day <= to) days.push(day);
    }
  }
  return days.map((nominal) => {
    let day = nominal;
    while (weekend !== 0 && isWeekend(day)) day += weekend;
    return day;
  });
}

/** Ratio of scheduled to expected payments within which each scheduled day has one. */
const NEAR = 0.2;

function countOf(expected: number, scheduled: number, stream: RandomStream): number {
  if (Math.abs(expected - scheduled) <= Math.max(1, NEAR * scheduled)) return scheduled;
  return Math.floor(expected + stream.float());
}

/** Rows whose facts are those of another row, days by which rows move, and fixed amounts. */
export type Schedule = { copied: Int32Array; shift: Float64Array; amounts: Float64Array };

/**
 * Plans as many recurring payments among drawn rows of one account as the file has, each on its day.
 * Rows too many become copies of other payments, rows too few copies of their kind.
 *
 * @param days since 1970, of each row
 * @param kindAt index of a row's recurring payment, -1 for others
 */
export function planRecurring(
  recurring: readonly RecurringPayment[],
  {
    days,
    kindAt,
    stream,
  }: { days: Float64Array; kindAt: (row: number) => number; stream: RandomStream },
): Schedule {
  const copied = Int32Array.from(days, (_, row) => row);
  const amounts = new Float64Array(days.length).fill(Number.NaN);
  const shift = new Float64Array(days.length);
  const known = days.filter((day) => !Number.isNaN(day)).sort();
  const range = [known[0] ?? 0, known.at(-1) ?? -1] as const;
  const kindOf = Int32Array.from(days, (day, row) => (Number.isNaN(day) ? -1 : kindAt(row)));
  const rowsOfKind = (k: number) => [...kindOf.keys()].filter((row) => kindOf[row] === k);
  const rowsOf = recurring.map((_, k) => rowsOfKind(k));
  const others = rowsOfKind(-1);
  const free = others.slice();
  const takeFree = () => free.splice(stream.below(free.length), 1)[0]!;
  const schedules = recurring.map((own) => scheduleOf(own, range));
  const counts = recurring.map(({ share }, k) =>
    rowsOf[k]!.length === 0 ? 0 : countOf(share * days.length, schedules[k]!.length, stream),
  );
  rowsOf.forEach((rows, k) => {
    while (rows.length > counts[k]! && others.length > 0) {
      const row = rows.splice(stream.below(rows.length), 1)[0]!;
      copied[row] = others[stream.below(others.length)]!;
    }
  });
  rowsOf.forEach((rows, k) => {
    const [source] = rows;
    while (rows.length < counts[k]! && free.length > 0 && source !== undefined) {
      const row = takeFree();
      copied[row] = source;
      rows.push(row);
    }
    const schedule = schedules[k]!;
    if (schedule.length === 0) return;
    rows.sort((a, b) => days[a]! - days[b]!);
    rows.forEach((row, i) => {
      const at = (i + 0.5) / rows.length;
      shift[row] = schedule[Math.floor(at * schedule.length)]! - days[row]!;
      amounts[row] = recurring[k]!.levels.find(({ until }) => at <= until)?.amount ?? Number.NaN;
    });
  });
  return { copied, shift, amounts };
}
