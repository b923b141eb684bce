import type { Profile } from '../configuration/profiles.ts';

/** Largest factor of a single correction. */
const MAX_FACTOR = 1.3;

const corrected = (
  own: readonly number[],
  wanted: readonly number[],
  had: readonly number[],
  step: number,
) =>
  own
    .map((value, i) => {
      if (!(value > 0 && wanted[i] > 0 && had[i] > 0)) return value;
      const ratio = (wanted[i] / had[i]) ** step;
      return value * Math.max(1 / MAX_FACTOR, Math.min(MAX_FACTOR, ratio));
    })
    .sort((a, b) => a - b);

/** Figures that a bank takes over as they are: counts, and months in which bookings begin. */
const isFixed = (name: string) => name === 'orders' || name.startsWith('months to');

/**
 * Corrects profiles of a configuration by what the same estimates find in a bank made from them
 * (indirect inference, Gourieroux, Monfort and Renault 1993).
 *
 * @param wanted profiles estimated from the file
 * @param found profiles estimated from the bank
 */
export function refineProfiles(
  draft: readonly Profile[],
  { wanted, found, step }: { wanted: readonly Profile[]; found: readonly Profile[]; step: number },
): void {
  for (const profile of draft) {
    const goal = wanted.find(({ name }) => name === profile.name);
    const had = found.find(({ name }) => name === profile.name);
    if (goal === undefined || had === undefined) continue;
    for (const figure of profile.figures) {
      const [a, b] = [goal, had].map(({ figures }) =>
        figures.find(({ name }) => name === figure.name),
      );
      if (a === undefined || b === undefined || isFixed(figure.name)) continue;
      figure.quantiles = corrected(figure.quantiles, a.quantiles, b.quantiles, step);
    }
    for (const kind of Object.keys(profile.sizes) as (keyof Profile['sizes'])[]) {
      const [own, a, b] = [profile, goal, had].map(({ sizes }) => sizes[kind]);
      if (own !== undefined && a !== undefined && b !== undefined)
        profile.sizes[kind] = corrected(own, a, b, step);
    }
  }
}
