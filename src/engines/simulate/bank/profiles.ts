import { type AliasTable, aliasTable } from '../../random/alias-table.ts';
import { squareRoot } from '../../random/exponential.ts';
import { normalQuantile } from '../../random/normal-quantile.ts';
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
import { amountAt, drawAmount, meanAmount, triangleOf, valueAt } from './normal-scores.ts';

type Figures = Partial<Record<ProfileFigure, number>>;

/** Habits of one account, drawn from its profile. */
export type AccountProfile = {
  profile: Profile;
  figures: Figures;
  /** Usual share of the balance above what the account keeps that a withdrawal takes. */
  withdrawn: number;
  /** Bookings a month outside calendars, and the kind of each. */
  rate: number;
  kinds: AliasTable;
};

/** Range of the usual share of a balance that a withdrawal takes. */
const WITHDRAWN = [0.02, 3] as const;
/** Least balance above what is kept, relative to the usual one, that withdrawals are shares of. */
export const MIN_ABOVE = 0.55;

const isRate = (name: ProfileFigure): boolean => name.endsWith(' a month');
const isCount = (name: ProfileFigure): boolean => name === 'orders' || name.startsWith('months to');

function figureAt(name: ProfileFigure, quantiles: readonly number[], score: number): number {
  if (!isRate(name) && !isCount(name)) return amountAt(quantiles, score);
  const value = Math.max(0, valueAt(quantiles, score));
  return isCount(name) ? Math.round(value) : value;
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
  const of = (kind: ProfileKind) =>
    (figures[`${kind} a month`] ?? 0) *
    (figures[`amount of ${kind}`] ?? 0) *
    (sizes[kind] === undefined ? 1 : meanAmount(sizes[kind]));
  const { months, size, share } = income?.extra ?? { months: [], size: 1, share: 0 };
  const extra = 1 + (share * (size - 1) * months.length) / 12;
  const fixed = (figures.income ?? 0) * extra;
  return (
    fixed -
    orderedOf({ profile, figures }) +
    of('cashDeposit') +
    of('transferIn') -
    of('transferOut') -
    of('check')
  );
}

/** Usual mean of withdrawals relative to the largest. */
const MEAN_OF_LARGEST = 0.45;

/**
 * Makes withdrawals of what comes in possible: where the drawn number and largest size are too small
 * for it, both grow by the same factor.
 */
function reconcile(profile: Profile, figures: Figures): void {
  const name = 'cashWithdrawal a month';
  const [rate, largest] = [figures[name] ?? 0, figures['largest withdrawal'] ?? 0];
  if (rate === 0 || largest === 0) return;
  const factor = monthlyInflow(profile, figures) / (rate * largest * MEAN_OF_LARGEST);
  if (factor <= 1) return;
  figures[name] = rate * squareRoot(factor);
  figures['largest withdrawal'] = largest * squareRoot(factor);
}

/** Points of the distribution of sizes, and halvings of the range that contains the share. */
const POINTS = 64;
const HALVINGS = 30;
const SCORES = Array.from({ length: POINTS }, (_, i) => normalQuantile((i + 0.5) / POINTS));

/** Returns the usual share of withdrawals by which an account has its usual balance in the long run. */
function withdrawnOf(profile: Profile, figures: Figures): number {
  const a = figures['cashWithdrawal a month'] ?? 0;
  const usual = figures['balance above'] ?? 0;
  const most = figures['largest withdrawal'] ?? Number.POSITIVE_INFINITY;
  const wanted = a > 0 ? monthlyInflow(profile, figures) / a : 0;
  const sizes = profile.sizes.cashWithdrawal ?? [];
  const amounts = SCORES.map((score) => usual * (sizes.length > 0 ? amountAt(sizes, score) : 1));
  const taken = (share: number) =>
    amounts.reduce((sum, amount) => sum + Math.min(most, share * amount), 0) / POINTS;
  let [low, high]: [number, number] = [...WITHDRAWN];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (taken(middle) < wanted) low = middle;
    else high = middle;
  }
  return low;
}

const triangles = new WeakMap<Profile, number[][]>();

/** Draws the habits of an account: normal scores with the profile's correlations (Cario and Nelson 1997). */
function drawProfile(profiles: readonly Profile[], stream: RandomStream): AccountProfile {
  const profile = pickProfile(profiles, stream);
  const lower = triangles.get(profile) ?? triangleOf(profile.correlations);
  triangles.set(profile, lower);
  const scores = profile.figures.map(() => fromTable(standardNormal, stream.uint32()));
  const figures: Figures = Object.fromEntries(
    profile.figures.map(({ name, quantiles }, i) => {
      const score = lower[i].reduce((sum, weight, k) => sum + weight * scores[k], 0);
      return [name, figureAt(name, quantiles, score)];
    }),
  );
  reconcile(profile, figures);
  const rates = PROFILE_KINDS.map((kind) => figures[`${kind} a month`] ?? 0);
  const rate = rates.reduce((sum, one) => sum + one, 0);
  const kinds = aliasTable(rate > 0 ? rates : rates.map(() => 1));
  return { profile, figures, withdrawn: withdrawnOf(profile, figures), rate, kinds };
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

/** Draws the amount of a booking in minor units; withdrawals are of the balance above what is kept. */
export function profileAmount(
  { profile, figures, withdrawn }: AccountProfile,
  kind: ProfileKind,
  { stream, balance }: { stream: RandomStream; balance: number },
): number {
  const sizes = profile.sizes[kind];
  const size = sizes === undefined ? 1 : drawAmount(sizes, stream);
  const usual = figures['balance above'];
  if (usual === undefined || kind !== 'cashWithdrawal') {
    const most =
      kind === 'cashDeposit' ? figures['largest deposit'] : figures['largest withdrawal'];
    const amount = (figures[`amount of ${kind}`] ?? 0) * size;
    return 100 * (kind.startsWith('cash') ? Math.min(most ?? amount, amount) : amount);
  }
  const kept = figures['kept balance'] ?? 0;
  const above = Math.max(balance - 100 * kept, 100 * MIN_ABOVE * usual);
  const largest = 100 * (figures['largest withdrawal'] ?? Number.POSITIVE_INFINITY);
  const most = Math.min(largest, (profile.mostOfBalance ?? 1) * balance);
  return Math.max(0, Math.min(most, withdrawn * size * above));
}
