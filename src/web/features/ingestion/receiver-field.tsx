import { type Protection, RECEIVERS } from './protection.ts';

export function ReceiverField(props: { value: Protection; onChange: (mode: Protection) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5">Who will receive the data?</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {RECEIVERS.map(({ value, label, mode, hint }) => (
          <label
            key={value}
            className="flex cursor-pointer gap-3 rounded-md border border-line px-4 py-3 hover:bg-sunk has-checked:border-action has-checked:bg-sunk has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action"
          >
            <input
              type="radio"
              name="receiver"
              value={value}
              checked={props.value === value}
              onChange={() => props.onChange(value)}
              className="mt-1 accent-action outline-none"
            />
            <span className="min-w-0">
              <span className="flex flex-wrap justify-between gap-x-3">
                <span>{label}</span>
                <span className="text-xs leading-5 text-ink-soft">{mode}</span>
              </span>
              <span className="mt-0.5 block text-xs text-ink-soft">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
