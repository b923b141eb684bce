import { squareRoot } from '../../random/exponential.ts';
import type { Profile, ProfileKind } from '../configuration/profiles.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { Aggregates } from './aggregates.ts';
import { MOVEMENT_KINDS, type MovementKind } from './movements.ts';

/** Figure of a bank, and the setting that moves it. */
export type Figure = {
  name: string;
  of: (aggregates: Aggregates) => number | null;
  /** True for figures that only profiles move. */
  profiled?: true;
  /** Multiplies the setting; the ratio is the figure's goal by what a bank had. */
  adjust: (configuration: Configuration, ratio: number) => void;
};

const WEEKDAYS = [
  'Mondays',
  'Tuesdays',
  'Wednesdays',
  'Thursdays',
  'Fridays',
  'Saturdays',
  'Sundays',
];
/** Kind of booking in the mix and in profiles. */
const MIX: Record<MovementKind, ProfileKind & keyof Configuration['mix']> = {
  purchase: 'purchase',
  cash_withdrawal: 'cashWithdrawal',
  cash_deposit: 'cashDeposit',
  transfer_out: 'transferOut',
  transfer_in: 'transferIn',
  check: 'check',
};

/** Divides the months to the first fee of all profiles. */
function advanceFees(profiles: readonly Profile[], ratio: number): void {
  for (const { figures } of profiles)
    for (const figure of figures)
      if (figure.name === 'months to first fee')
        figure.quantiles = figure.quantiles.map((value) => value / ratio);
}

/** Spread above which single transfers are as large as all others together. */
const MAX_SIGMA = 1.8;

/** Share below which a kind counts as absent. */
const RARE = 0.002;

const shown = (kind: string) => kind.replace('_', ' ');

const shares = MOVEMENT_KINDS.map(
  (kind): Figure => ({
    name: `share of ${shown(kind)}`,
    of: ({ shares }) => (shares[kind] < RARE ? 0 : shares[kind]),
    adjust: (configuration, ratio) => {
      const { mix, recurring } = configuration;
      mix[MIX[kind]] *= ratio;
      const { subscriptions } = recurring;
      if (kind === 'purchase') subscriptions.mean = Math.min(8, subscriptions.mean * ratio);
      // Payments without funds are declined or funded by a transfer.
      if (kind === 'transfer_in' && ratio < 1)
        configuration.declinedWhenShort = 1 - (1 - configuration.declinedWhenShort) * ratio;
    },
  }),
);

const median = (kind: MovementKind, adjust: Figure['adjust']): Figure => ({
  name: `median of ${shown(kind)}`,
  of: ({ amounts }) => amounts[kind]?.median ?? null,
  adjust,
});

const amounts: Figure[] = [
  median('purchase', ({ categories }, ratio) => {
    for (const { ticket } of categories) ticket.median *= ratio;
  }),
  median('cash_withdrawal', ({ cash }, ratio) => {
    cash.typical *= ratio;
  }),
  {
    name: 'spread of cash withdrawal',
    of: ({ amounts: { cash_withdrawal: of } }) => of?.sigma ?? null,
    adjust: ({ cash }, ratio) => {
      cash.sigma = Math.min(3, cash.sigma * ratio);
    },
  },
  median('cash_deposit', ({ cash: { deposit } }, ratio) => {
    deposit.size *= ratio;
  }),
  {
    name: 'spread of cash deposit',
    of: ({ amounts: { cash_deposit: of } }) => of?.sigma ?? null,
    adjust: ({ cash: { deposit } }, ratio) => {
      deposit.sigma = Math.min(3, deposit.sigma * ratio);
    },
  },
  median('transfer_out', ({ transfer }, ratio) => {
    transfer.median *= ratio;
  }),
  {
    name: 'spread of transfer out',
    of: ({ amounts: { transfer_out: of } }) => of?.sigma ?? null,
    adjust: ({ transfer }, ratio) => {
      transfer.sigma = Math.min(MAX_SIGMA, transfer.sigma * ratio);
    },
  },
  median('transfer_in', ({ people }, ratio) => {
    people.monthlyIncome.median *= ratio;
  }),
];

const weights = (
  key: 'weekdays' | 'months',
  nameOf: (at: number) => string,
  count: number,
): Figure[] =>
  Array.from({ length: count }, (_, at) => ({
    name: nameOf(at),
    of: (aggregates: Aggregates) => aggregates[key][at],
    adjust: ({ calendar }: Configuration, ratio: number) => {
      calendar[key][at] *= ratio;
    },
  }));

/** Balances follow from figures of profiles, which are corrected by their own. */
const leaveToProfiles = () => {};

const ofBank: Figure[] = [
  {
    name: 'share of fees',
    of: ({ fees, feeRows }) => (fees.length === 0 ? null : feeRows),
    adjust: ({ rates: { monthlyFees }, profiles }, ratio) => {
      advanceFees(profiles, ratio);
      // Shares are relative: accounts without a fee become fewer as fees become more.
      for (const fee of monthlyFees)
        if (fee.amount === 0) fee.share = Math.max(0.001, Math.min(1, fee.share / ratio ** 3));
    },
  },
  {
    name: 'accounts with interest',
    of: ({ interestAccounts }) => (interestAccounts > 0 ? interestAccounts : null),
    adjust: ({ rates: { current } }, ratio) => {
      current.share = Math.min(1, current.share * ratio);
    },
  },
  {
    name: 'median of interest',
    of: ({ interest }) => interest,
    adjust: ({ rates: { current } }, ratio) => {
      current.rate = Math.min(1, current.rate * ratio);
    },
  },
  {
    name: 'share of overdrawn rows',
    of: ({ overdrawnRows }) => (overdrawnRows > 0 ? overdrawnRows : null),
    adjust: ({ accounts: { overdraft, balance }, profiles }, ratio) => {
      overdraft.share = Math.min(1, overdraft.share * ratio);
      // Accounts that begin with less are overdrawn more often.
      if (profiles.length === 0) balance.checking.median /= squareRoot(ratio);
    },
  },
  {
    name: 'share of accounts opened',
    of: ({ opened }) => opened,
    adjust: ({ accounts }, ratio) => {
      accounts.openedInWindow = Math.min(1, accounts.openedInWindow * ratio);
    },
  },
  {
    name: 'median of balances',
    of: ({ balance }) => balance?.median ?? null,
    profiled: true,
    adjust: leaveToProfiles,
  },
  {
    name: 'spread of balances',
    of: ({ balance }) => balance?.sigma ?? null,
    profiled: true,
    adjust: leaveToProfiles,
  },
];

/** Figures that a bank is fitted to; those without a value in the file keep the preset's setting. */
export const FIGURES: readonly Figure[] = [
  {
    name: 'rows per account and month',
    of: ({ rowsPerAccountMonth }) => rowsPerAccountMonth,
    adjust: (configuration, ratio) => {
      configuration.rowsPerAccountMonth *= ratio;
    },
  },
  {
    name: 'spread of rows between accounts',
    of: ({ activity }) => activity,
    adjust: ({ behavior }, ratio) => {
      const { phases, quiet } = behavior;
      behavior.activity = Math.min(2, behavior.activity * ratio);
      phases.spread = Math.min(2, phases.spread * ratio);
      quiet.share = Math.min(1, quiet.share * ratio);
    },
  },
  ...shares,
  ...ofBank,
  ...amounts,
  ...weights('weekdays', (at) => `share of ${WEEKDAYS[at]}`, 7),
  ...weights('months', (at) => `share of month ${at + 1}`, 12),
];
