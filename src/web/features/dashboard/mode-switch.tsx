import { useMutation, useQueryClient } from '@tanstack/react-query';
import { profileQuery } from '../../data/profile.ts';
import type { PreferredMode, Profile } from '../../data/rows.ts';
import { saveMode } from '../../data/save-mode.ts';
import { fail, notice } from '../../lib/notices.ts';
import { OriginSwatch } from '../../ui/origin-mark.tsx';
import { labelOf, MODES } from './modes.ts';

/** Mode switch. Saves before the notice; choosing the current mode sends no request. */
export function ModeSwitch({ mode }: { mode: PreferredMode }) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: saveMode,
    onSuccess: (settings, chosen) => {
      queries.setQueryData<Profile | null>(
        profileQuery.queryKey,
        (profile) => profile && { ...profile, settings },
      );
      notice('Intelligence Mode Updated', `Switched to ${labelOf(chosen)} mode`);
    },
    onError: (error) => fail('Error', error),
  });
  return (
    <fieldset
      disabled={save.isPending}
      className="inline-flex rounded-md border border-control bg-surface p-0.5"
    >
      <legend className="sr-only">Intelligence mode</legend>
      {MODES.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === mode}
          onClick={() => value !== mode && save.mutate(value)}
          className="inline-flex min-h-8 items-center gap-2 rounded-sm px-3 text-ink-soft hover:text-ink aria-pressed:bg-sunk aria-pressed:text-ink"
        >
          <OriginSwatch origin={value} />
          {label}
        </button>
      ))}
    </fieldset>
  );
}
