import type { PreferredMode, Profile } from '../../data/rows.ts';

export const MODES: readonly { value: PreferredMode; label: string }[] = [
  { value: 'synthetic', label: 'Synthetic' },
  { value: 'real', label: 'Real Data' },
  { value: 'blend', label: 'Blend' },
];

export const labelOf = (mode: PreferredMode): string =>
  MODES.find(({ value }) => value === mode)?.label ?? mode;

export function modeOf(profile: Pick<Profile, 'settings'> | null | undefined): PreferredMode {
  const preferred = profile?.settings.preferred_mode;
  return MODES.some(({ value }) => value === preferred)
    ? (preferred as PreferredMode)
    : 'synthetic';
}
