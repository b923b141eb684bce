import { type AliasTable, aliasTable } from '../../random/alias-table.ts';
import { exponential, squareRoot } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import {
  PROFILE_KINDS,
  type Profile,
  type ProfileFigure,
  type ProfileKind,
} from '../configuration/profiles.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { Account } from './account.ts';
import { purposes } from './draws.ts';
import { amountAt, drawUpTo, meanAmount, triangleOf, valueAt } from './normal-scores.ts';

/** Sizes of amounts that do not differ. */
const NO_SIZES: readonly number[] = [];

type Figures = Partial<Record<ProfileFigure, number>>;

/** Bookings outside calendars of an account at an age and in a month of the year. */
type Bookings = {
  /** Bookings a month, and the kind of each. */
  rate: number;
  kinds: AliasTable;
  amounts: Partial<Record<ProfileKind, number>>;
};

/** Habits of one account, drawn from its profile. */
export type AccountProfile = {
  profile: Profile;
  figures: Figures;
  /** Usual share of the balance above what the account keeps that a withdrawal takes. */
  withdrawn: number;
  /** Bookings a month once settled, in a mean month of the year. */
  settledRate: number;
  /** Months of age until an account has settled. */
  settlingMonths: number;
  /** By month of age, the last one standing for all later ones, and month of the year; made when needed. */
  bookings: Bookings[];
};

/** Range of the usual share of a balance that a withdrawal takes. */
const WITHDRAWN = [0.02, 3] as const;
/** Least balance above what is kept, relative to the usual one, that withdrawals are shares of. */
export const MIN_ABOVE = 0.55;

const isRate = (name: ProfileFigure): boolean => name.endsWith(' a month');
/** Figures that are not amounts, so that they are interpolated as they are. */
const isPlain = (name: ProfileFigure): boolean =>
  isRate(name) || name === 'orders' || name.startsWith('months to');

function figureAt(name: ProfileFigure, quantiles: readonly number[], score: number): number {
  if (!isPlain(name)) return amountAt(quantiles, score);
  const value = Math.max(0, valueAt(quantiles, score));
  return name === 'orders' ? Math.round(value) : value;
}

function pickProfile(profiles: readonly Profile[], stream: RandomStream): Profile {
  let draw = stream.float() * profiles.reduce((sum, { share }) => sum + share, 0);
  for (const profile of profiles) {
    if (draw < profile.share) return profile;
    draw -= profile.share;
  }
  return profiles[profiles.length - 1];
}

/** Returns the sum of an account's standing orders a month. */
export function orderedOf({
  profile: { mostOrdered },
  figures,
}: Pick<AccountProfile, 'profile' | 'figures'>): number {
  if ((figures.orders ?? 0) === 0) return 0;
  const all = figures['orders in all'] ?? 0;
  return mostOrdered === null ? all : Math.min(all, mostOrdered * (figures.income ?? 0));
}

/** Returns what comes in a month less what other bookings than withdrawals take. */
function monthlyInflow(profile: Profile, figures: Figures): number {
  const { income, sizes } = profile;
  const of = (kind: ProfileKind, most = Number.POSITIVE_INFINITY) => {
    const usual = figures[`amount of ${kind}`] ?? 0;
    const mean = meanAmount(sizes[kind] ?? NO_SIZES, most / usual);
    return (figures[`${kind} a month`] ?? 0) * usual * mean;
  };
  const { months, size, share } = income?.extra ?? { months: [], size: 1, share: 0 };
  const extra = 1 + (share * (size - 1) * months.length) / 12;
  const fixed = (figures.income ?? 0) * extra;
  return (
    fixed -
    orderedOf({ profile, figures }) +
    of('cashDeposit', figures['largest deposit']) +
    of('transferIn') -
    of('transferOut') -
    of('check')
  );
}

const DAYS_A_MONTH = 30.44;

/** Returns an account's withdrawals a month, and the share of them that end a pause. */
function withdrawalsOf({ pause }: Profile, figures: Figures): { rate: number; paused: number } {
  const free = figures['cashWithdrawal a month'] ?? 0;
  if (pause === null) return { rate: free, paused: 0 };
  const months = pause.days / DAYS_A_MONTH;
  if (free === 0) return { rate: 1 / months, paused: 1 };
  // Exponential gaps, cut at the pause.
  const paused = exponential(-free * months);
  return { rate: free / (1 - paused), paused };
}

/** Usual mean of withdrawals relative to the largest. */
const MEAN_OF_LARGEST = 0.45;

/**
 * Makes withdrawals of what comes in possible: where the drawn number and largest size are too small
 * for it, both grow by the same factor.
 */
function reconcile(profile: Profile, figures: Figures): void {
  const name = 'cashWithdrawal a month';
  const { rate } = withdrawalsOf(profile, figures);
  const largest = figures['largest withdrawal'] ?? 0;
  if (rate === 0 || largest === 0) return;
  const factor = monthlyInflow(profile, figures) / (rate * largest * MEAN_OF_LARGEST);
  if (factor <= 1) return;
  figures[name] = (figures[name] ?? 0) * squareRoot(factor);
  figures['largest withdrawal'] = largest * squareRoot(factor);
}

/** Halvings of the range that contains the share. */
const HALVINGS = 30;

/** Returns the usual share of withdrawals by which an account has its usual balance in the long run. */
function withdrawnOf(profile: Profile, figures: Figures): number {
  const { rate, paused } = withdrawalsOf(profile, figures);
  const usual = figures['balance above'] ?? 0;
  const most = figures['largest withdrawal'] ?? Number.POSITIVE_INFINITY;
  const wanted = rate > 0 ? monthlyInflow(profile, figures) / rate : 0;
  const mean = (sizes: readonly number[], sum: number) => sum * meanAmount(sizes, most / sum);
  const free = profile.sizes.cashWithdrawal ?? NO_SIZES;
  const taken = (share: number) =>
    (1 - paused) * mean(free, share * usual) +
    paused * mean(profile.pause?.sizes ?? NO_SIZES, share * usual * (profile.pause?.level ?? 1));
  let [low, high]: [number, number] = [...WITHDRAWN];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (taken(middle) < wanted) low = middle;
    else high = middle;
  }
  return low;
}

type Drawn = { figures: Figures; income: number | null };

const triangles = new WeakMap<Profile, number[][]>();

/** Draws of an account's figures until they go together. */
const MAX_DRAWS = 12;

/** Draws the figures of an account: normal scores with the profile's correlations (Cario and Nelson 1997). */
function drawFigures(profile: Profile, stream: RandomStream, income: number | null): Drawn {
  const lower = triangles.get(profile) ?? triangleOf(profile.correlations);
  triangles.set(profile, lower);
  const scores = profile.figures.map(() => fromTable(standardNormal, stream.uint32()));
  if (income !== null && profile.figures[0]?.name === 'income') scores[0] = income;
  const figures: Figures = Object.fromEntries(
    profile.figures.map(({ name, quantiles }, i) => {
      const score = lower[i].reduce((sum, weight, k) => sum + weight * scores[k], 0);
      return [name, figureAt(name, quantiles, score)];
    }),
  );
  reconcile(profile, figures);
  return { figures, income: scores[0] ?? null };
}

const rateOf = (figures: Figures, kind: ProfileKind) => figures[`${kind} a month`] ?? 0;

function bookingsOf({ profile, figures }: AccountProfile, age: number, month: number): Bookings {
  const { settling, seasons } = profile;
  const rates = PROFILE_KINDS.map(
    (kind) =>
      rateOf(figures, kind) * (settling[kind]?.rates[age] ?? 1) * (seasons[kind]?.[month - 1] ?? 1),
  );
  const rate = rates.reduce((sum, one) => sum + one, 0);
  return {
    rate,
    kinds: aliasTable(rate > 0 ? rates : rates.map(() => 1)),
    amounts: Object.fromEntries(
      PROFILE_KINDS.map((kind) => [kind, settling[kind]?.amounts[age] ?? 1]),
    ),
  };
}

/** Returns the bookings of an account that has been open for some days, in a month of the year. */
export function bookingsAt(profile: AccountProfile, days: number, month: number): Bookings {
  const { settlingMonths, bookings } = profile;
  const age = Math.max(0, Math.min(settlingMonths, Math.floor(days / DAYS_A_MONTH)));
  const at = age * 12 + month - 1;
  bookings[at] ??= bookingsOf(profile, age, month);
  return bookings[at];
}

/**
 * Draws the habits of an account. Figures by which withdrawals would take a share of the balance that
 * accounts of the file do not take are drawn again.
 */
function drawProfile(profiles: readonly Profile[], stream: RandomStream): AccountProfile {
  const profile = pickProfile(profiles, stream);
  const [low, high] = profile.withdrawn ?? [0, Number.POSITIVE_INFINITY];
  const first = drawFigures(profile, stream, null);
  let { figures } = first;
  let withdrawn = withdrawnOf(profile, figures);
  for (let draw = 1; draw < MAX_DRAWS && !(withdrawn >= low && withdrawn <= high); draw++) {
    ({ figures } = drawFigures(profile, stream, first.income));
    withdrawn = withdrawnOf(profile, figures);
  }
  return {
    profile,
    figures,
    withdrawn,
    settledRate: PROFILE_KINDS.reduce((sum, kind) => sum + rateOf(figures, kind), 0),
    settlingMonths: Math.max(
      0,
      ...Object.values(profile.settling).map(({ rates }) => rates.length),
    ),
    bookings: [],
  };
}

/** Returns the habits of current accounts, null for others; empty without profiles. */
export function profilesOf(
  { seed, cell, configuration }: { seed: bigint; cell: number; configuration: Configuration },
  accounts: readonly Account[],
): (AccountProfile | null)[] {
  const { profiles } = configuration;
  if (profiles.length === 0) return [];
  const stream = streamFor(seed, cell, purposes.profile);
  return accounts.map(({ type }) =>
    type === 'checking' || type === 'business_checking' ? drawProfile(profiles, stream) : null,
  );
}

/** Returns the largest amount in cash of an account at its bank in minor units; infinite for other kinds. */
function mostOf(
  figures: Figures,
  kind: ProfileKind,
  { mostCash, mostDeposit }: { mostCash: number; mostDeposit: number },
): number {
  if (!kind.startsWith('cash')) return Number.POSITIVE_INFINITY;
  const [own, most] =
    kind === 'cashDeposit'
      ? [figures['largest deposit'], mostDeposit]
      : [figures['largest withdrawal'], mostCash];
  return own === undefined ? most : Math.min(most, 100 * own);
}

/** Draws the amount of a booking in minor units; withdrawals are of the balance above what is kept. */
export function profileAmount(
  { profile, figures, withdrawn }: AccountProfile,
  kind: ProfileKind,
  {
    stream,
    balance,
    factor,
    bank,
    sizes = profile.sizes[kind],
  }: {
    stream: RandomStream;
    balance: number;
    factor: number;
    /** Largest amounts at the bank, in minor units. */
    bank: { mostCash: number; mostDeposit: number };
    sizes?: readonly number[] | undefined;
  },
): number {
  const usual = figures['balance above'];
  const quantiles = sizes ?? NO_SIZES;
  if (usual === undefined || kind !== 'cashWithdrawal') {
    const unit = 100 * factor * (figures[`amount of ${kind}`] ?? 0);
    const most = mostOf(figures, kind, bank);
    return drawUpTo(most, { unit, quantiles, stream });
  }
  const kept = figures['kept balance'] ?? 0;
  const above = Math.max(balance - 100 * kept, 100 * MIN_ABOVE * usual);
  const largest = mostOf(figures, kind, bank);
  const most = Math.max(0, Math.min(largest, (profile.mostOfBalance ?? 1) * balance));
  return drawUpTo(most, { unit: factor * withdrawn * above, quantiles, stream });
}
