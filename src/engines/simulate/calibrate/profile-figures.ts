import { normalQuantile } from '../../random/normal-quantile.ts';
import { MIN_ABOVE } from '../bank/profiles.ts';
import {
  PROFILE_KINDS,
  type Profile,
  type ProfileFigure,
  type ProfileKind,
} from '../configuration/profiles.ts';
import { quantile } from './account-aggregates.ts';
import { activeMonths } from './active-months.ts';
import { endsPause, gapsOf } from './gaps.ts';
import { type History, NEVER } from './histories.ts';
import { sumOf } from './normal-scores-of.ts';

/** Rows of a kind from which an account shows its usual amount. */
const MIN_ROWS = 4;
/** Variance of a median of normal values, relative to that of their mean. */
const MEDIAN_VARIANCE = 1.57;

/** Figures of an account, squared standard errors of those estimated from few bookings, and sizes of these. */
export type OwnFigures = {
  figures: Partial<Record<ProfileFigure, number>>;
  noise: Partial<Record<ProfileFigure, number>>;
  sizes: Partial<Record<ProfileKind | 'order', number[]>>;
  /** Usual share of the balance above what is kept that a withdrawal takes; NaN if unknown. */
  withdrawn: number;
};

const robustSpread = (logs: readonly number[]) =>
  (quantile(logs, 0.75) - quantile(logs, 0.25)) / (2 * normalQuantile(0.75));

const OUTGOING: readonly ProfileKind[] = ['purchase', 'cashWithdrawal', 'transferOut', 'check'];

/** Returns true if most of what accounts spend outside calendars is withdrawn in cash. */
export function leavesInCash(histories: readonly History[]): boolean {
  const spent = histories.flatMap(({ irregular }) =>
    irregular.filter(({ kind }) => OUTGOING.includes(kind)),
  );
  const inCash = spent.filter(({ kind }) => kind === 'cashWithdrawal');
  return 2 * sumOf(inCash.map(({ amount }) => amount)) > sumOf(spent.map(({ amount }) => amount));
}

export const withdrawals = ({ irregular }: History) =>
  irregular.filter(
    ({ kind, amount, before }) => kind === 'cashWithdrawal' && amount > 0 && before > 0,
  );

/** Returns the balance above what is kept before usual withdrawals; null if unknown. */
function usualAbove({ kept }: History, taken: ReturnType<typeof withdrawals>): number | null {
  if (!(kept > 0) || taken.length < MIN_ROWS) return null;
  const usual = quantile(
    taken.map(({ before }) => before - kept),
    0.5,
  );
  return usual > 0 ? usual : null;
}

/** Returns the share of the balance above what is kept that each withdrawal takes; null if unknown. */
export function sharesOf(history: History): { row: number; share: number; above: number }[] | null {
  const taken = withdrawals(history);
  const usual = usualAbove(history, taken);
  if (usual === null) return null;
  return taken.map(({ row, amount, before }) => ({
    row,
    share: amount / Math.max(before - history.kept, MIN_ABOVE * usual),
    above: before - history.kept,
  }));
}

/** Adds what an account keeps, what it has above that, and amounts of withdrawals relative to it. */
function addBalances(history: History, pause: Profile['pause'], own: OwnFigures): void {
  const { figures, sizes } = own;
  const usual = usualAbove(history, withdrawals(history));
  const taken = sharesOf(history);
  if (usual === null || taken === null) return;
  figures['kept balance'] = history.kept;
  figures['balance above'] = usual;
  const middle = quantile(
    taken.map(({ share }) => share),
    0.5,
  );
  own.withdrawn = middle;
  const paused = pausedRows(history, pause);
  sizes.cashWithdrawal = taken
    .filter(({ row }) => !paused.has(row))
    .map(({ share }) => share / middle);
}

/** Returns the rows of withdrawals at the end of a pause. */
function pausedRows(history: History, pause: Profile['pause']): Set<number> {
  if (pause === null) return new Set();
  const ends = gapsOf(history).filter(({ days }) => endsPause(days, pause.days));
  return new Set(ends.map(({ row }) => row));
}

/** Returns the number of bookings of a kind that follow its rate: without withdrawals at the end of a pause. */
function freeBookings(history: History, kind: ProfileKind, pause: Profile['pause']): number {
  const own = history.irregular.filter((one) => one.kind === kind);
  if (kind !== 'cashWithdrawal' || pause === null || own.length === 0) return own.length;
  const paused = pausedRows(history, pause);
  return own.filter(({ row }) => row !== own[0].row && !paused.has(row)).length;
}

/**
 * Returns the ages from which monthly bookings begin, by those at the first one. A month's width of
 * ages that most accounts are in has one beginning; others begin half a month before in the mean.
 */
export function startsOf(ages: readonly number[]): number[] {
  const known = ages.filter((age) => !Number.isNaN(age));
  const sorted = known.filter((age) => age < NEVER).sort((a, b) => a - b);
  let [usual, most, after] = [0, 0, 0];
  sorted.forEach((age, i) => {
    while (after < sorted.length && sorted[after] < age + 1) after++;
    if (after - i > most) [usual, most] = [age, after - i];
  });
  const shared = 2 * most > known.length;
  return ages.map((age) =>
    shared && age >= usual && age < usual + 1 ? usual : Math.max(0, age - 0.5),
  );
}

/** Adds the number of standing orders, and their amounts. */
function addOrders({ orders, opened }: History, { figures, sizes }: OwnFigures): void {
  figures.orders = orders.length;
  if (orders.length === 0) return;
  const amounts = orders.map(({ amount }) => amount);
  const usual = quantile(amounts, 0.5);
  figures['orders in all'] = sumOf(amounts);
  if (amounts.length > 1) sizes.order = amounts.map((one) => one / usual);
  const ages = orders.map(({ age }) => age);
  if (opened) figures['months to first order'] = Math.min(...ages);
}

/**
 * Returns the figures of one account, whose first months count as accounts settle.
 *
 * @param inCash true if most money leaves in cash, so that withdrawals follow the balance
 * @param pause pause after which the profile's accounts withdraw; null if there is none
 */
export function ownFigures(
  history: History,
  { inCash, ...habits }: Pick<Profile, 'settling' | 'seasons' | 'pause'> & { inCash: boolean },
): OwnFigures {
  const { income, irregular, opened, firstAge } = history;
  const own: OwnFigures = { figures: {}, noise: {}, sizes: {}, withdrawn: Number.NaN };
  const { figures, noise, sizes } = own;
  if (opened)
    for (const kind of ['fee', 'interest'] as const)
      figures[`months to first ${kind}`] = firstAge(kind);
  if (income !== null) figures.income = income.amount;
  if (opened && income !== null) figures['months to first income'] = income.age;
  addOrders(history, own);
  if (inCash) addBalances(history, habits.pause, own);
  for (const kind of PROFILE_KINDS) {
    const active = activeMonths(history, kind, habits);
    const bookings = freeBookings(history, kind, habits.pause);
    const amounts = irregular.filter((one) => one.kind === kind).map(({ amount }) => amount);
    figures[`${kind} a month`] = bookings / active;
    noise[`${kind} a month`] = bookings / active ** 2;
    if (amounts.length >= MIN_ROWS && kind.startsWith('cash')) {
      const name = kind === 'cashDeposit' ? 'largest deposit' : 'largest withdrawal';
      figures[name] = Math.max(...amounts);
    }
    const logs = amounts.filter((amount) => amount > 0).map(Math.log);
    if (logs.length < MIN_ROWS || sizes[kind] !== undefined) continue;
    const middle = quantile(logs, 0.5);
    figures[`amount of ${kind}`] = Math.exp(middle);
    noise[`amount of ${kind}`] = (MEDIAN_VARIANCE * robustSpread(logs) ** 2) / logs.length;
    sizes[kind] = logs.map((log) => Math.exp(log - middle));
  }
  return own;
}
