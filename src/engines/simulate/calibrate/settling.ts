import { PROFILE_KINDS, type Profile, type ProfileKind } from '../configuration/profiles.ts';
import { MIN_SHARING } from './fee-figures.ts';
import { endsPause, gapsOf } from './gaps.ts';
import type { History } from './histories.ts';
import { sumOf } from './normal-scores-of.ts';
import { sharesOf } from './profile-figures.ts';

/** Months for which bookings by age are stated. */
const MONTHS = 6;
const DIGITS = 3;

const rounded = (value: number) => Number(value.toPrecision(DIGITS));

type Booking = { age: number; size: number };
type Aged = { months: number; begins: number };

/** Returns bookings of a kind with the age of the account and their size. */
function bookingsOf({ irregular, ageOf }: History, kind: ProfileKind): Booking[] {
  return irregular
    .filter((one) => one.kind === kind)
    .map(({ row, amount }) => ({ age: ageOf(row), size: amount }));
}

/** Returns withdrawals with the share of the balance above what is kept as their size. */
function withdrawnOf(history: History): Booking[] {
  const shares = sharesOf(history);
  return shares === null
    ? []
    : shares.map(({ row, share }) => ({ age: history.ageOf(row), size: share }));
}

/** Returns bookings by month of age, relative to later months, of accounts that count from an age on. */
function ratesOf(opened: readonly Aged[], ages: readonly number[]): number[] {
  const monthsFrom = (from: number, to: number) =>
    sumOf(
      opened.map(({ months, begins }) =>
        Math.max(0, Math.min(months, to) - Math.max(begins, from)),
      ),
    );
  const rateOf = (from: number, to: number) =>
    ages.filter((age) => age >= from && age < to).length / Math.max(1, monthsFrom(from, to));
  const later = rateOf(MONTHS, Number.POSITIVE_INFINITY);
  return Array.from({ length: MONTHS }, (_, month) => rounded(rateOf(month, month + 1) / later));
}

const meanLog = (bookings: readonly Booking[]) =>
  sumOf(bookings.map(({ size }) => Math.log(size))) / bookings.length;

/** Returns geometric mean sizes by month of age, relative to the same accounts' later ones. */
function sizesOf(bookings: readonly Booking[][]): number[] {
  const relative = bookings.flatMap((own) => {
    const positive = own.filter(({ size }) => size > 0);
    const later = positive.filter(({ age }) => age >= MONTHS);
    if (later.length === 0) return [];
    const usual = meanLog(later);
    return positive.map(({ age, size }) => ({ age, log: Math.log(size) - usual }));
  });
  return Array.from({ length: MONTHS }, (_, month) => {
    const logs = relative
      .filter(({ age }) => age >= month && age < month + 1)
      .map(({ log }) => log);
    return logs.length < MIN_SHARING ? 1 : rounded(Math.exp(sumOf(logs) / logs.length));
  });
}

/** Returns ages of withdrawals before the end of a pause, of accounts that count from their first one. */
function freeOf(opened: readonly History[], pause: number): { ages: number[]; counted: Aged[] } {
  const gaps = opened.map(gapsOf);
  return {
    ages: opened.flatMap(({ ageOf }, i) =>
      gaps[i]
        .filter(({ days, isFirst }) => !isFirst && !endsPause(days, pause))
        .map(({ row }) => ageOf(row)),
    ),
    counted: opened.map(({ months, ageOf }, i) => ({
      months,
      begins: gaps[i].length === 0 ? months : ageOf(gaps[i][0].row),
    })),
  };
}

/** Returns how bookings outside calendars, and their sizes, begin with the age of accounts. */
export function settlingOf(
  histories: readonly History[],
  { inCash, pause }: { inCash: boolean; pause: Profile['pause'] },
): Profile['settling'] {
  const opened = histories.filter((history) => history.opened);
  if (opened.length < MIN_SHARING) return {};
  const settling: Profile['settling'] = {};
  for (const kind of PROFILE_KINDS) {
    const bookings = opened.map((history) => bookingsOf(history, kind));
    const ages = bookings.flatMap((own) => own.map(({ age }) => age));
    if (ages.filter((age) => age >= MONTHS).length < MIN_SHARING) continue;
    const ofBalance = inCash && kind === 'cashWithdrawal';
    const sized = ofBalance ? opened.map(withdrawnOf) : bookings;
    const all = { ages, counted: opened.map(({ months }) => ({ months, begins: 0 })) };
    const paused = kind === 'cashWithdrawal' && pause?.first === true;
    const { ages: counted, counted: accounts } = paused ? freeOf(opened, pause.days) : all;
    settling[kind] = { rates: ratesOf(accounts, counted), amounts: sizesOf(sized) };
  }
  return settling;
}
