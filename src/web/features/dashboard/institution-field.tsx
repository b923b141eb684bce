import { useId } from 'react';
import { Select } from '../../ui/input.tsx';
import { PRESETS } from './simulation-settings.ts';

/** Choice of the institution that Run Full Batch simulates. */
export function InstitutionField(props: { value: string; onChange: (preset: string) => void }) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="text-ink-soft">
        Kind of institution
      </label>
      <Select
        id={id}
        className="w-auto"
        value={props.value || PRESETS[0]!.value}
        onChange={(event) => props.onChange(event.target.value)}
      >
        {PRESETS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}
