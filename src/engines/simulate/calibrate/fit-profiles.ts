import { civilFromDays } from '../../../shared/civil-date.ts';
import {
  PROFILE_FIGURES,
  PROFILE_KINDS,
  type Profile,
  type ProfileFigure,
  QUANTILE_SHARES,
} from '../configuration/profiles.ts';
import { quantile } from './account-aggregates.ts';
import { seasonsOf } from './active-months.ts';
import { MIN_SHARING } from './fee-figures.ts';
import { type History, historiesOf } from './histories.ts';
import type { Movements } from './movements.ts';
import {
  correlationOf,
  keptOf,
  rateWithoutNoise,
  scoresOf,
  sumOf,
  withoutNoise,
} from './normal-scores-of.ts';
import { pauseOf } from './pause.ts';
import {
  leavesInCash,
  type OwnFigures,
  ownFigures,
  startsOf,
  withdrawals,
} from './profile-figures.ts';
import { settlingOf } from './settling.ts';

/** Accounts of a profile; fewer join the profile without an income. */
const MIN_ACCOUNTS = 60;
/** Rows of a kind per account and month below which a profile has none of them. */
const RARE = 0.01;
/** Relative change of an income from which a month has extra pay, and the share of accounts that get it. */
const MIN_EXTRA = 1.1;
const MIN_EXTRA_SHARE = 0.1;
/** Largest correlation that is stated after errors of estimation are taken out (Spearman 1904). */
const MAX_CORRELATION = 0.97;
const DIGITS = 3;

const rounded = (value: number) => Number(value.toPrecision(DIGITS));
const quantilesOf = (values: readonly number[]) =>
  QUANTILE_SHARES.map((p) => rounded(quantile(values, p)));

/** Share of a balance that nearly all withdrawals stay below. */
const NEARLY_ALL = 0.98;

function mostOrdered(histories: readonly History[]): number {
  const shares = histories.flatMap(({ income, orders }) =>
    income === null || orders.length === 0
      ? []
      : [Math.min(1, sumOf(orders.map(({ amount }) => amount)) / income.amount)],
  );
  return shares.length < MIN_SHARING ? 1 : rounded(quantile(shares, NEARLY_ALL));
}

function mostOfBalance(histories: readonly History[]): number | null {
  const shares = histories.flatMap((history) =>
    withdrawals(history).map(({ amount, before }) => Math.min(1, amount / before)),
  );
  return shares.length < MIN_SHARING ? null : rounded(quantile(shares, NEARLY_ALL));
}

/** Shares of accounts between which the usual share of a withdrawal is a profile's. */
const USUAL = [0.05, 0.95] as const;

function withdrawnOf(own: readonly OwnFigures[]): Profile['withdrawn'] {
  const shares = own.map(({ withdrawn }) => withdrawn).filter((share) => share > 0);
  if (shares.length < MIN_SHARING) return null;
  return [rounded(quantile(shares, USUAL[0])), rounded(quantile(shares, USUAL[1]))];
}

/** Counts days of the month, at most one by series. */
function daysOf(series: readonly { day: number }[]): number[] {
  const counts = new Array<number>(31).fill(0);
  for (const { day } of series) counts[day - 1]++;
  return counts.map((count) => rounded(count / Math.max(1, series.length)));
}

/** Returns the months with extra pay of fixed incomes. */
function extraOf(histories: readonly History[]): NonNullable<Profile['income']>['extra'] {
  const paid = histories.flatMap(({ extras }) => extras);
  const large = paid.filter(({ ratio }) => ratio >= MIN_EXTRA);
  const monthOf = ({ day }: { day: number }) => civilFromDays(day).month;
  const months = Array.from({ length: 12 }, (_, i) => i + 1).filter((month) => {
    const all = histories.reduce(
      (sum, { incomeMonths }) => sum + (incomeMonths[month - 1] ?? 0),
      0,
    );
    const own = large.filter((one) => monthOf(one) === month).length;
    return own >= MIN_SHARING && own >= MIN_EXTRA_SHARE * (all + own);
  });
  const own = large.filter((one) => months.includes(monthOf(one)));
  if (own.length === 0) return { months: [], size: 1, share: 0 };
  const all = sumOf(
    histories.map(({ incomeMonths }) => sumOf(months.map((month) => incomeMonths[month - 1]))),
  );
  const size = quantile(
    own.map(({ ratio }) => ratio),
    0.5,
  );
  return { months, size: rounded(size), share: rounded(own.length / (all + own.length)) };
}

/** Returns a figure by account; amounts of a kind that few accounts show are those of all accounts' bookings. */
function valuesOf(
  figure: ProfileFigure,
  histories: readonly History[],
  own: readonly OwnFigures[],
): number[] {
  const values = own.map(({ figures }) => figures[figure] ?? Number.NaN);
  const kind = PROFILE_KINDS.find((one) => figure === `amount of ${one}`);
  const known = values.filter((value) => !Number.isNaN(value)).length;
  const ofBalance = own.filter(({ figures }) => figures['balance above']).length;
  if (kind === undefined || known >= MIN_SHARING) return values;
  if (kind === 'cashWithdrawal' && ofBalance >= MIN_SHARING) return values.map(() => Number.NaN);
  return histories.map(({ irregular }) => {
    const amounts = irregular.filter((one) => one.kind === kind).map(({ amount }) => amount);
    return amounts.length === 0 ? Number.NaN : quantile(amounts, 0.5);
  });
}

/** Returns false for rates of bookings of which too few accounts show an amount. */
function hasAmount(figure: ProfileFigure, known: readonly { name: ProfileFigure }[]): boolean {
  const kind = PROFILE_KINDS.find((one) => figure === `${one} a month`);
  if (kind === undefined || kind === 'purchase') return true;
  const amounts: ProfileFigure[] = [`amount of ${kind}`];
  if (kind === 'cashWithdrawal') amounts.push('balance above');
  return known.some(({ name }) => amounts.includes(name));
}

type Group = { name: string; kind: 'cashDeposit' | 'transferIn' | null; histories: History[] };

function profileOf({ name, kind, histories }: Group, all: number): Profile {
  const inCash = leavesInCash(histories);
  const pause = inCash ? pauseOf(histories) : null;
  const settling = settlingOf(histories, { inCash, pause });
  const seasons = process.env.NOSEASON
    ? {}
    : seasonsOf(histories, { settling, pause }, PROFILE_KINDS);
  const own = histories.map((history) => ownFigures(history, { settling, seasons, inCash, pause }));
  const known = PROFILE_FIGURES.map((figure) => ({
    name: figure,
    values: valuesOf(figure, histories, own),
  })).filter(({ name: figure, values }) => {
    const present = values.filter((value) => !Number.isNaN(value));
    if (present.length < MIN_SHARING) return false;
    return !figure.endsWith(' a month') || sumOf(present) / present.length >= RARE;
  });
  const columns = known.filter(({ name }) => hasAmount(name, known));
  const reliability = columns.map((column) => {
    const noise = own.map((one) => one.noise[column.name] ?? 0);
    const before = column.values;
    if (column.name.startsWith('amount of'))
      column.values = withoutNoise(before.map(Math.log), noise).map(Math.exp);
    else if (column.name.endsWith(' a month')) column.values = rateWithoutNoise(before, noise);
    else if (column.name.startsWith('months to')) column.values = startsOf(before);
    return column.name.startsWith('months to') ? 1 : keptOf(before, column.values);
  });
  const scores = columns.map(({ values }) => scoresOf(values));
  const sizes: Profile['sizes'] = {};
  for (const of of [...PROFILE_KINDS, 'order'] as const) {
    const all = own.flatMap((one) => one.sizes[of] ?? []);
    if (all.length >= MIN_SHARING) sizes[of] = quantilesOf(all);
  }
  return {
    name,
    share: rounded(histories.length / all),
    income:
      kind === null
        ? null
        : {
            kind,
            days: daysOf(histories.flatMap(({ income }) => (income === null ? [] : [income]))),
            extra: extraOf(histories),
          },
    orderDays: daysOf(histories.flatMap(({ orders }) => orders)),
    settling,
    seasons,
    figures: columns.map(({ name: figure, values }) => ({
      name: figure,
      quantiles: quantilesOf(values.filter((value) => !Number.isNaN(value))),
    })),
    correlations: scores.map((a, i) =>
      scores.map((b, j) => {
        const scale = i === j ? 1 : reliability[i] * reliability[j];
        return rounded(
          Math.max(-MAX_CORRELATION, Math.min(MAX_CORRELATION, correlationOf(a, b) / scale)),
        );
      }),
    ),
    sizes,
    mostOrdered: kind === null ? null : mostOrdered(histories),
    mostOfBalance: mostOfBalance(histories),
    withdrawn: withdrawnOf(own),
    pause,
  };
}

const hasExtra = ({ extras }: History) => extras.some(({ ratio }) => ratio >= MIN_EXTRA);

/** Separates accounts with extra pay from those without, if both are many. */
function byExtra(group: Group): Group[] {
  const parts = [
    { ...group, histories: group.histories.filter((history) => !hasExtra(history)) },
    {
      ...group,
      name: `${group.name}, extra pay`,
      histories: group.histories.filter(hasExtra),
    },
  ];
  return parts.every(({ histories }) => histories.length >= MIN_ACCOUNTS) ? parts : [group];
}

/** Returns profiles of a file's accounts by their fixed income; none if too few accounts show one. */
export function fitProfiles(movements: Movements): Profile[] {
  const histories = historiesOf(movements);
  if (histories.length < MIN_ACCOUNTS) return [];
  const withIncome = ([name, kind]: ['income by transfer' | 'income in cash', Group['kind']]) => ({
    name,
    kind,
    histories: histories.filter(({ income }) => income?.kind === kind),
  });
  const groups: Group[] = [
    withIncome(['income by transfer', 'transferIn']),
    withIncome(['income in cash', 'cashDeposit']),
  ].filter((group) => group.histories.length >= MIN_ACCOUNTS);
  const rest = histories.filter(
    ({ income }) => !groups.some(({ kind }) => kind === (income?.kind ?? null)),
  );
  const all = groups.flatMap(byExtra);
  if (rest.length >= MIN_SHARING)
    all.push({ name: 'no fixed income', kind: null, histories: rest });
  return all.map((group) => profileOf(group, histories.length));
}
