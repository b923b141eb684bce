import { normalQuantile } from '../../random/normal-quantile.ts';
import { MIN_ABOVE } from '../bank/profiles.ts';
import { PROFILE_KINDS, type ProfileFigure, type ProfileKind } from '../configuration/profiles.ts';
import { quantile } from './account-aggregates.ts';
import type { History } from './histories.ts';
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
};

/** Returns the months of activity of an account, those of its first time counted as they settle. */
function settledMonths({ months, opened }: History, settling: readonly number[]): number {
  if (!opened) return months;
  const missing = settling.map(
    (share, month) => Math.max(0, Math.min(1, months - month)) * (1 - share),
  );
  return Math.max(0.5, months - sumOf(missing));
}

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

/** Adds what an account keeps, what it has above that, and amounts of withdrawals relative to it. */
function addBalances(history: History, { figures, sizes }: OwnFigures): void {
  const own = withdrawals(history);
  const { kept } = history;
  if (!(kept > 0) || own.length < MIN_ROWS) return;
  const usual = quantile(
    own.map(({ before }) => before - kept),
    0.5,
  );
  if (usual <= 0) return;
  figures['kept balance'] = kept;
  figures['balance above'] = usual;
  const shares = own.map(
    ({ amount, before }) => amount / Math.max(before - kept, MIN_ABOVE * usual),
  );
  const middle = quantile(shares, 0.5);
  sizes.cashWithdrawal = shares.map((one) => one / middle);
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
  if (opened) figures['months to first order'] = Math.floor(Math.min(...ages));
}

/**
 * Returns the figures of one account, whose first months count as accounts settle.
 *
 * @param inCash true if most money leaves in cash, so that withdrawals follow the balance
 */
export function ownFigures(
  history: History,
  { settling, inCash }: { settling: readonly number[]; inCash: boolean },
): OwnFigures {
  const { income, irregular, opened, firstAge } = history;
  const own: OwnFigures = { figures: {}, noise: {}, sizes: {} };
  const { figures, noise, sizes } = own;
  if (opened)
    for (const kind of ['fee', 'interest'] as const)
      figures[`months to first ${kind}`] = Math.floor(firstAge(kind));
  if (income !== null) figures.income = income.amount;
  if (opened && income !== null) figures['months to first income'] = Math.floor(income.age);
  addOrders(history, own);
  if (inCash) addBalances(history, own);
  const active = settledMonths(history, settling);
  for (const kind of PROFILE_KINDS) {
    const amounts = irregular.filter((one) => one.kind === kind).map(({ amount }) => amount);
    figures[`${kind} a month`] = amounts.length / active;
    noise[`${kind} a month`] = amounts.length / active ** 2;
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
