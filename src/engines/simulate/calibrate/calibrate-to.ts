import { aggregatesOf } from './aggregates.ts';
import { type Calibrated, type CalibrateOptions, calibrate, type Fit } from './calibrate.ts';
import { fitProfiles } from './fit-profiles.ts';
import { type Likeness, likenessOf } from './likeness.ts';
import type { Movements } from './movements.ts';
import { type IntegerNoise, privateAggregatesOf, type Spent } from './private-aggregates.ts';

/** Deviation from the file within which a figure is met. */
const WITHIN = 0.05;

export const missedOf = (figures: readonly Calibrated[]): string[] =>
  figures
    .filter(({ ratio }) => ratio === null || Math.abs(ratio - 1) > WITHIN)
    .map(({ name }) => name);

type Options = Omit<CalibrateOptions, 'profiles'>;
/** Budget of differential privacy by histogram; empty without. */
type Fitted = Fit & { likeness: Likeness | null; spent: readonly Spent[] };

/** Fits a configuration to aggregates with noise; the classifier would read accounts without it. */
export function calibratePrivately(
  movements: Movements,
  { epsilon, noise }: { epsilon: number; noise: IntegerNoise },
  options: Options,
): Fitted {
  const { aggregates, spent } = privateAggregatesOf(movements, { epsilon, noise });
  return { ...calibrate(aggregates, options), likeness: null, spent };
}

/**
 * Fits a configuration to movements twice, with the preset's calendars and with profiles of the
 * file's accounts, and returns the fit whose accounts are harder to distinguish from the file's.
 */
export function calibrateTo(
  movements: Movements,
  { progress = () => {}, ...options }: Options,
): Fitted {
  const goal = aggregatesOf(movements);
  const profiles = fitProfiles(movements);
  const variants = profiles.length > 0 ? [[], profiles] : [[]];
  const fits = variants.map((own, nth) => {
    const fit = calibrate(goal, {
      ...options,
      profiles: own,
      progress: (done, total) => progress(nth * total + done, variants.length * total),
    });
    return { ...fit, likeness: likenessOf(movements, fit.bank, options.seed), spent: [] };
  });
  return fits.reduce((best, fit) =>
    (fit.likeness?.auc ?? 1) < (best.likeness?.auc ?? 1) ? fit : best,
  );
}
