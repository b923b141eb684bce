import { aggregatesOf } from './aggregates.ts';
import { type CalibrateOptions, calibrate, type Fit } from './calibrate.ts';
import { fitProfiles } from './fit-profiles.ts';
import { type Likeness, likenessOf } from './likeness.ts';
import type { Movements } from './movements.ts';

/**
 * Fits a configuration to movements twice, with the preset's calendars and with profiles of the
 * file's accounts, and returns the fit whose accounts are harder to distinguish from the file's.
 */
export function calibrateTo(
  movements: Movements,
  { progress = () => {}, ...options }: Omit<CalibrateOptions, 'profiles'>,
): Fit & { likeness: Likeness | null } {
  const goal = aggregatesOf(movements);
  const profiles = fitProfiles(movements);
  const variants = profiles.length > 0 ? [[], profiles] : [[]];
  const fits = variants.map((own, nth) => {
    const fit = calibrate(goal, {
      ...options,
      profiles: own,
      progress: (done, total) => progress(nth * total + done, variants.length * total),
    });
    return { ...fit, likeness: likenessOf(movements, fit.bank, options.seed) };
  });
  return fits.reduce((best, fit) =>
    (fit.likeness?.auc ?? 1) < (best.likeness?.auc ?? 1) ? fit : best,
  );
}
