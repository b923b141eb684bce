import type { Profile, ProfileKind } from '../configuration/profiles.ts';
import { MIN_SHARING } from './fee-figures.ts';
import { endsPause, gapsOf } from './gaps.ts';
import type { History } from './histories.ts';
import { sumOf } from './normal-scores-of.ts';

const DAYS_A_MONTH = 30.44;
const MONTHS = 12;
const DIGITS = 3;

type Habits = Pick<Profile, 'pause' | 'settling' | 'seasons'>;

/** Calls back with each month of the year in which an account can book a kind, and how much it then does. */
function eachDay(
  { calendar, opened }: History,
  { rates = [], begins }: { rates: readonly number[] | undefined; begins: number },
  add: (month: number, activity: number) => void,
): void {
  for (let day = Math.ceil(begins * DAYS_A_MONTH); day < calendar.length; day++)
    add(calendar[day], opened ? (rates[Math.floor(day / DAYS_A_MONTH)] ?? 1) : 1);
}

/** Withdrawals that end a pause follow no rate; others begin with the first one where accounts wait for it. */
function freeOf(history: History, kind: ProfileKind, { pause, settling }: Habits) {
  const own = history.irregular.filter((one) => one.kind === kind);
  const rates = settling[kind]?.rates;
  if (kind !== 'cashWithdrawal' || pause === null) return { rows: own, rates, begins: 0 };
  const gaps = gapsOf(history);
  const ends = new Set(
    gaps.filter(({ days }) => endsPause(days, pause.days)).map(({ row }) => row),
  );
  const [first] = own;
  return {
    rows: own.filter(({ row }) => row !== first.row && !ends.has(row)),
    rates: pause.first ? rates : undefined,
    begins: first === undefined ? history.months : history.ageOf(first.row),
  };
}

/** Returns the months in which an account books a kind, those of its first time and of slack seasons in part. */
export function activeMonths(history: History, kind: ProfileKind, habits: Habits): number {
  const { rates, begins } = freeOf(history, kind, habits);
  let days = 0;
  eachDay(history, { rates, begins }, (month, activity) => {
    days += activity * (habits.seasons[kind]?.[month - 1] ?? 1);
  });
  return Math.max(0.5, days / DAYS_A_MONTH);
}

/** Returns bookings of each kind by month of the year, relative to their mean, if the file shows all months. */
export function seasonsOf(
  histories: readonly History[],
  habits: Omit<Habits, 'seasons'>,
  kinds: readonly ProfileKind[],
): Profile['seasons'] {
  const seasons: Profile['seasons'] = {};
  for (const kind of kinds) {
    const [counts, days] = [new Array<number>(MONTHS).fill(0), new Array<number>(MONTHS).fill(0)];
    for (const history of histories) {
      const { rows, rates, begins } = freeOf(history, kind, { ...habits, seasons: {} });
      for (const { row } of rows)
        counts[history.calendar[Math.round(history.ageOf(row) * DAYS_A_MONTH)] - 1]++;
      eachDay(history, { rates, begins }, (month, activity) => {
        days[month - 1] += activity;
      });
    }
    const all = sumOf(counts);
    if (all < MONTHS * MIN_SHARING || days.includes(0)) continue;
    const usual = all / sumOf(days);
    const isShown = (month: number) => days[month] >= MIN_SHARING * DAYS_A_MONTH;
    seasons[kind] = counts.map((count, month) =>
      isShown(month) ? Number((count / days[month] / usual).toPrecision(DIGITS)) : 1,
    );
  }
  return seasons;
}
