import type { GenerateFromIngestionBody } from '../../../shared/contracts/generation.ts';

export type Protection = 'fidelity' | 'balanced' | 'cautious' | 'private';

/** The dial from closest to the original to best protected, with what each setting does. */
export const PROTECTIONS: readonly { value: Protection; label: string; hint: string }[] = [
  {
    value: 'fidelity',
    label: 'Fidelity',
    hint: 'Highest fidelity. Rare values and outliers are not repeated.',
  },
  {
    value: 'balanced',
    label: 'Balanced',
    hint: 'Rare values and extremes of the file are not repeated.',
  },
  {
    value: 'cautious',
    label: 'Cautious',
    hint: 'Coarser: what few customers have in common is left out.',
  },
  {
    value: 'private',
    label: 'Private',
    hint: 'Differential privacy: noise hides whether any one customer is in the file. What is spent stays spent.',
  },
];

/** Presets of epsilon: what an attacker can gain at most grows with it. */
export const EPSILONS: readonly { value: number; label: string }[] = [
  { value: 1, label: '1, strong' },
  { value: 3, label: '3, standard' },
  { value: 8, label: '8, weak' },
];
export const STANDARD_EPSILON = 3;

export type Mechanism = 'mst' | 'aim';

/** Two ways of spending the same epsilon. */
export const MECHANISMS: readonly { value: Mechanism; label: string; hint: string }[] = [
  {
    value: 'mst',
    label: 'Quick (MST)',
    hint: 'Seconds. Keeps each column, and one other that it goes with.',
  },
  {
    value: 'aim',
    label: 'Finer (AIM)',
    hint: 'Up to minutes. Keeps more of what columns have to do with one another; 64 columns at most.',
  },
];

/** The dial's position as the call takes it; the default goes without saying. */
export function settingsOf(
  mode: Protection,
  epsilon: number,
  mechanism: Mechanism,
): Pick<GenerateFromIngestionBody, 'mode' | 'epsilon' | 'mechanism'> {
  if (mode === 'balanced') return {};
  return mode === 'private' ? { mode, epsilon, mechanism } : { mode };
}
