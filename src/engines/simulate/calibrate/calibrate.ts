import { type PresetName, presets } from '../configuration/presets.ts';
import { type Configuration, configurationSchema } from '../configuration/schema.ts';
import { plan } from '../plan.ts';
import { type Aggregates, aggregatesOf } from './aggregates.ts';
import { FIGURES, type Figure } from './figures.ts';
import { histogramsOf } from './histograms.ts';
import { MOVEMENT_KINDS } from './movements.ts';
import { movementsOfBank } from './movements-of-bank.ts';
import { scaleMoney } from './scale-money.ts';

/** Accounts and rows of the banks that are compared. */
const ACCOUNTS = 2000;
const MAX_ROWS = 250_000;
const ROUNDS = 20;
/** Rounds of full steps; later steps shrink, so that the noise of the banks is averaged. */
const FULL = 10;
/** Exponent of a full correction: below 1, since settings also move each other's figures. */
const STEP = 0.8;
const MOST = 4;
const DIGITS = 3;

/** Figure of the file, that of a bank with the fitted configuration, and their ratio. */
export type Calibrated = { name: string; file: number; bank: number; ratio: number };

const rounded = (value: number) => Number(value.toPrecision(DIGITS));

/** Rounds what was fitted, so that the settings tell no more than their figures do. */
function roundedAll(configuration: Configuration, base: Configuration): Configuration {
  const round = (value: unknown, before: unknown): unknown => {
    if (typeof value === 'number') return value === before ? value : rounded(value);
    if (Array.isArray(value))
      return value.map((one, i) => round(one, (before as unknown[] | undefined)?.[i]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        round(one, (before as Record<string, unknown> | undefined)?.[key]),
      ]),
    );
  };
  return round(configuration, base) as Configuration;
}

/** Keeps weights of days and months at a mean of 1, and shares of the mix at most 1. */
function normalize({ calendar, mix }: Configuration): void {
  for (const weights of [calendar.weekdays, calendar.months]) {
    const mean = weights.reduce((sum, one) => sum + one, 0) / weights.length;
    for (let at = 0; at < weights.length; at++) weights[at] /= mean;
  }
  const most = Object.values(mix).reduce((sum, one) => sum + one, 0);
  for (const key of Object.keys(mix) as (keyof typeof mix)[]) mix[key] /= most;
}

function bankWith(configuration: Configuration, preset: PresetName, seed: bigint): Aggregates {
  const rows = Math.round(ACCOUNTS * 12 * configuration.rowsPerAccountMonth);
  const scale = Math.min(1, MAX_ROWS / rows);
  const accounts = Math.max(50, Math.round(ACCOUNTS * scale));
  const planned = plan({
    seed,
    customers: accounts,
    accounts,
    transactions: Math.round(accounts * 12 * configuration.rowsPerAccountMonth),
    preset,
    configuration,
    amlRate: 0,
    startDate: configuration.window.start,
    endDate: configuration.window.end,
  });
  return aggregatesOf(histogramsOf(movementsOfBank(planned)));
}

/** Shares of a file's transfers that may come from calendars (pay, rent, bills); the best is kept. */
const CALENDARS = [0.5, 0.8];

/**
 * Scales all money to the file's currency, and limits rows from calendars.
 * @returns the factor of all money
 */
function prepare(
  draft: Configuration,
  { goal, bank, calendar }: { goal: Aggregates; bank: Aggregates; calendar: number },
): number {
  const ratios = MOVEMENT_KINDS.flatMap((kind) => {
    const [wanted, had] = [goal.amounts[kind], bank.amounts[kind]];
    return wanted === null || had === null ? [] : [Math.log(wanted.median / had.median)];
  });
  const mean = ratios.reduce((sum, one) => sum + one, 0) / Math.max(1, ratios.length);
  const factor = Math.exp(mean);
  scaleMoney(draft, factor);
  const { transfer_in, transfer_out } = goal.shares;
  draft.recurring.atMost = Math.min(
    draft.recurring.atMost,
    calendar * (transfer_in + transfer_out),
  );
  draft.mix.wire = 0;
  // Later balances follow from what comes in and goes out.
  if (goal.balance !== null) draft.accounts.balance.checking = { ...goal.balance };
  return factor;
}

/** `money` is the factor of the preset's amounts. */
type Fit = { configuration: Configuration; figures: Calibrated[]; money: number };

/** Sum of the figures' distances from the file, in logarithms; a figure that is missing counts 3. */
const distanceOf = ({ figures }: Fit): number =>
  figures.reduce(
    (sum, { ratio }) => sum + (ratio > 0 ? Math.min(3, Math.abs(Math.log(ratio))) : 3),
    0,
  );

/** Multiplies each setting by a power of the ratio of its figure's goal to what a bank had. */
function correct(
  draft: Configuration,
  {
    fitted,
    goal,
    bank,
    step,
  }: { fitted: readonly Figure[]; goal: Aggregates; bank: Aggregates; step: number },
): void {
  for (const { of, adjust } of fitted) {
    const [wanted, had] = [of(goal)!, of(bank)];
    if (had === null || !(had > 0)) continue;
    const ratio = (wanted / had) ** step;
    adjust(draft, wanted === 0 ? 0 : Math.max(1 / MOST, Math.min(MOST, ratio)));
  }
  normalize(draft);
}

/**
 * Fits a configuration to aggregates of a file by the method of simulated moments (McFadden 1989)
 * with multiplicative corrections: a bank is simulated, each figure compared, the setting that
 * moves it multiplied by the ratio, and again. No row of the file is read; settings without a
 * figure keep the preset's values.
 *
 * @param goal aggregates of the file
 * @param progress called with the rounds that are done
 * @returns the configuration with fitted settings rounded to three digits, and the figures of a
 * bank with it, of a seed that no round used
 */
export function calibrate(
  goal: Aggregates,
  {
    preset,
    title,
    seed,
    progress = () => {},
  }: {
    preset: PresetName;
    title: string;
    seed: bigint;
    progress?: (done: number, total: number) => void;
  },
): Fit {
  const base = presets[preset];
  const coversYear = goal.months.every((share) => share > 0);
  const fitted = FIGURES.filter(
    ({ name, of }) => of(goal) !== null && (coversYear || !name.startsWith('share of month')),
  );
  const usual = bankWith(base, preset, seed);
  const fits = CALENDARS.map((calendar, nth): Fit => {
    const draft = structuredClone(base);
    draft.title = title;
    const money = prepare(draft, { goal, bank: usual, calendar });
    for (let round = 0; round < ROUNDS; round++) {
      progress(nth * ROUNDS + round, CALENDARS.length * ROUNDS);
      correct(draft, {
        fitted,
        goal,
        bank: bankWith(draft, preset, seed + BigInt(round)),
        step: STEP * Math.min(1, FULL / (round + 1)),
      });
    }
    const configuration = configurationSchema.parse(roundedAll(draft, base));
    const bank = bankWith(configuration, preset, seed + BigInt(ROUNDS));
    const figures = fitted.map(({ name, of }) => {
      const [file, own] = [of(goal)!, of(bank) ?? Number.NaN];
      return { name, file, bank: own, ratio: file === 0 && own === 0 ? 1 : own / file };
    });
    return { configuration, figures, money };
  });
  return fits.reduce((best, one) => (distanceOf(one) < distanceOf(best) ? one : best));
}
