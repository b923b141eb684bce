import type { Configuration } from '../configuration/schema.ts';
import type { Aggregates } from './aggregates.ts';
import { MOVEMENT_KINDS, type MovementKind } from './movements.ts';
import { noteNear } from './scale-money.ts';

/** Figure of a bank, and the setting that moves it. */
export type Figure = {
  name: string;
  of: (aggregates: Aggregates) => number | null;
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
const MIX: Record<MovementKind, keyof Configuration['mix']> = {
  purchase: 'purchase',
  cash_withdrawal: 'cashWithdrawal',
  cash_deposit: 'cashDeposit',
  transfer_out: 'transferOut',
  transfer_in: 'transferIn',
  check: 'check',
};

/** Share below which a kind counts as absent. */
const RARE = 0.002;

const shown = (kind: string) => kind.replace('_', ' ');

const shares = MOVEMENT_KINDS.map(
  (kind): Figure => ({
    name: `share of ${shown(kind)}`,
    of: ({ shares }) => (shares[kind] < RARE ? 0 : shares[kind]),
    adjust: ({ mix, recurring: { subscriptions } }, ratio) => {
      mix[MIX[kind]] *= ratio;
      if (kind === 'purchase') subscriptions.mean = Math.min(8, subscriptions.mean * ratio);
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
    cash.note = noteNear(cash.typical / 10);
  }),
  median('transfer_out', ({ transfer }, ratio) => {
    transfer.median *= ratio;
  }),
  {
    name: 'spread of transfer out',
    of: ({ amounts: { transfer_out: of } }) => of?.sigma ?? null,
    adjust: ({ transfer }, ratio) => {
      transfer.sigma = Math.min(3, transfer.sigma * ratio);
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
  ...amounts,
  ...weights('weekdays', (at) => `share of ${WEEKDAYS[at]}`, 7),
  ...weights('months', (at) => `share of month ${at + 1}`, 12),
];
