import { parseIsoDate } from '../../../shared/civil-date.ts';
import { type PresetName, presets } from '../configuration/presets.ts';
import type { Profile } from '../configuration/profiles.ts';
import { type Configuration, configurationSchema } from '../configuration/schema.ts';
import { plan } from '../plan.ts';
import { type Aggregates, aggregatesOf } from './aggregates.ts';
import { FIGURES, type Figure } from './figures.ts';
import { fitProfiles } from './fit-profiles.ts';
import type { Movements } from './movements.ts';
import { movementsOfBank } from './movements-of-bank.ts';
import { prepare } from './prepare.ts';
import { refineProfiles } from './refine-profiles.ts';

/** Accounts and rows of the banks that are compared. */
const ACCOUNTS = 2000;
const MAX_ROWS = 250_000;
const ROUNDS = 20;
/** Rounds of full steps; later steps shrink, so that the noise of the banks is averaged. */
const FULL = 10;
/** Exponent of a full correction: below 1, since settings also move each other's figures. */
const STEP = 0.8;
const MOST = 4;
const DAYS_A_MONTH = 30.44;
const DIGITS = 3;

/** Figure of the file, that of a bank with the fitted configuration, and their ratio; null where one of them has none. */
export type Calibrated = { name: string; file: number; bank: number | null; ratio: number | null };

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

/** Simulates a bank of a configuration, with the accounts and rows that fit. */
function bankWith(configuration: Configuration, preset: PresetName, seed: bigint): Movements {
  const { start, end } = configuration.window;
  const days = parseIsoDate(end) - parseIsoDate(start) + 1;
  // Accounts opened within the window are open for half of it in the mean.
  const open = (days / DAYS_A_MONTH) * (1 - configuration.accounts.openedInWindow / 2);
  const rows = Math.round(ACCOUNTS * open * configuration.rowsPerAccountMonth);
  const scale = Math.min(1, MAX_ROWS / rows);
  const accounts = Math.max(50, Math.round(ACCOUNTS * scale));
  const planned = plan({
    seed,
    customers: accounts,
    accounts,
    transactions: Math.round(rows * Math.min(1, accounts / ACCOUNTS)),
    preset,
    configuration,
    amlRate: 0,
    startDate: start,
    endDate: end,
  });
  return movementsOfBank(planned);
}

/** Shares of a file's transfers that may come from calendars (pay, rent, bills); the best is kept. */
const CALENDARS = [0.35, 0.5, 0.65, 0.8];

/** `money` is the factor of the preset's amounts, `bank` the one whose figures are compared. */
export type Fit = {
  configuration: Configuration;
  figures: Calibrated[];
  money: number;
  bank: Movements;
};

export type CalibrateOptions = {
  preset: PresetName;
  title: string;
  seed: bigint;
  profiles?: readonly Profile[];
  progress?: (done: number, total: number) => void;
};

/** Sum of the figures' distances from the file, in logarithms; a figure that is missing counts 3. */
const distanceOf = ({ figures }: Fit): number =>
  figures.reduce(
    (sum, { ratio }) =>
      sum + (ratio !== null && ratio > 0 ? Math.min(3, Math.abs(Math.log(ratio))) : 3),
    0,
  );

/** Returns true for a figure that the file has, and whose aggregate was read. */
const isRead = (figure: number | null): boolean => figure !== null && !Number.isNaN(figure);

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
 * @param profiles kinds of accounts found in the file, if they may be read
 * @param progress called with the rounds that are done
 * @returns the configuration with fitted settings rounded to three digits, and the figures of a
 * bank with it, of a seed that no round used
 */
export function calibrate(
  goal: Aggregates,
  { preset, title, seed, profiles = [], progress = () => {} }: CalibrateOptions,
): Fit {
  const base = presets[preset];
  const coversYear = goal.months.every((share) => share > 0);
  const fitted = FIGURES.filter(
    ({ name, of, profiled }) =>
      isRead(of(goal)) &&
      (coversYear || !name.startsWith('share of month')) &&
      (profiled !== true || profiles.length > 0),
  );
  const usual = aggregatesOf(bankWith(base, preset, seed));
  // Profiles have calendars of their own.
  const calendars = profiles.length > 0 ? CALENDARS.slice(0, 1) : CALENDARS;
  const fits = calendars.map((calendar, nth): Fit => {
    const draft = structuredClone(base);
    draft.title = title;
    const money = prepare(draft, { goal, bank: usual, calendar, profiles });
    for (let round = 0; round < ROUNDS; round++) {
      progress(nth * ROUNDS + round, calendars.length * ROUNDS);
      const bank = bankWith(draft, preset, seed + BigInt(round));
      const step = STEP * Math.min(1, FULL / (round + 1));
      if (profiles.length > 0)
        refineProfiles(draft.profiles, { wanted: profiles, found: fitProfiles(bank), step });
      correct(draft, { fitted, goal, bank: aggregatesOf(bank), step });
    }
    const configuration = configurationSchema.parse(roundedAll(draft, base));
    const bank = bankWith(configuration, preset, seed + BigInt(ROUNDS));
    const found = aggregatesOf(bank);
    const figures = fitted.map(({ name, of }) => {
      const [file, own] = [of(goal)!, of(found)];
      if (own === null || (file === 0 && own !== 0)) return { name, file, bank: own, ratio: null };
      return { name, file, bank: own, ratio: file === 0 ? 1 : own / file };
    });
    return { configuration, figures, money, bank };
  });
  return fits.reduce((best, one) => (distanceOf(one) < distanceOf(best) ? one : best));
}
