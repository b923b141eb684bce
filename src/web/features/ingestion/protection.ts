export type Protection = 'fidelity' | 'balanced' | 'cautious' | 'private';

export const RECEIVERS: readonly {
  value: Protection;
  label: string;
  mode: string;
  hint: string;
}[] = [
  {
    value: 'fidelity',
    label: 'My team',
    mode: 'Fidelity',
    hint: 'Highest fidelity. Rare values and outliers are not repeated.',
  },
  {
    value: 'balanced',
    label: 'Inside the bank',
    mode: 'Balanced',
    hint: 'Rare values and outliers are suppressed. Close to the file in most columns.',
  },
  {
    value: 'cautious',
    label: 'A partner',
    mode: 'Cautious',
    hint: 'Stronger generalization: patterns shared by few customers are dropped.',
  },
  {
    value: 'private',
    label: 'The public',
    mode: 'Private',
    hint: "Differential privacy. Lowest fidelity; spent privacy budget can't be recovered.",
  },
];

export const EPSILONS: readonly { value: number; label: string }[] = [
  { value: 1, label: '1, strong' },
  { value: 3, label: '3, standard' },
  { value: 8, label: '8, weak' },
];
export const STANDARD_EPSILON = 3;

/** `auto`: the default of the server. */
export type Mechanism = 'auto' | 'mst' | 'aim';

export const MECHANISMS: readonly { value: Mechanism; label: string; hint: string }[] = [
  {
    value: 'auto',
    label: 'Automatic',
    hint: 'AIM up to 64 columns, otherwise MST.',
  },
  {
    value: 'mst',
    label: 'Quick (MST)',
    hint: 'Seconds. Preserves columns and their strongest pairwise links.',
  },
  {
    value: 'aim',
    label: 'Finer (AIM)',
    hint: 'Up to minutes. Preserves more correlations; at most 64 columns.',
  },
];
