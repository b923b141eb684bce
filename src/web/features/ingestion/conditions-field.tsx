import { useId } from 'react';
import type { DatasetProfile } from '../../../shared/contracts/dataset-profile.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/input.tsx';
import type { Condition } from './generate-request.ts';

const NONE: Condition = { column: '', value: '', percent: '100' };

export function ConditionsField(props: {
  conditions: readonly Condition[];
  columns: DatasetProfile['columns'];
  error: string | undefined;
  onChange: (conditions: readonly Condition[]) => void;
}) {
  const { conditions, onChange } = props;
  const id = useId();
  const learned = props.columns.filter(({ role }) => role === 'feature');
  const set = (place: number, change: Partial<Condition>) =>
    onChange(conditions.map((entry, i) => (i === place ? { ...entry, ...change } : entry)));
  return (
    <fieldset aria-describedby={props.error ? `${id}-error` : undefined}>
      <legend className="mb-1.5">Conditions</legend>
      {conditions.map((condition, place) => (
        <div key={place} className="mb-2 flex flex-wrap items-center gap-2">
          <Select
            aria-label={`Column of condition ${place + 1}`}
            className="w-auto min-w-40 flex-1"
            value={condition.column}
            onChange={(event) => set(place, { column: event.target.value, value: '' })}
          >
            <option value="">Column</option>
            {learned.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
          <span aria-hidden>=</span>
          <Input
            aria-label={`Value of condition ${place + 1}`}
            placeholder="Value"
            className="w-auto min-w-32 flex-1"
            list={`${id}-values-${place}`}
            value={condition.value}
            onChange={(event) => set(place, { value: event.target.value })}
          />
          <datalist id={`${id}-values-${place}`}>
            {valuesOf(learned, condition.column).map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
          <span>in</span>
          <Input
            aria-label={`Share of condition ${place + 1} in percent`}
            className="w-16 text-right"
            inputMode="decimal"
            value={condition.percent}
            onChange={(event) => set(place, { percent: event.target.value })}
          />
          <span>% of rows</span>
          <Button
            size="small"
            variant="ghost"
            onClick={() => onChange(conditions.filter((_, i) => i !== place))}
          >
            Remove<span className="sr-only"> condition {place + 1}</span>
          </Button>
        </div>
      ))}
      <Button size="small" onClick={() => onChange([...conditions, NONE])}>
        Add condition
      </Button>
      <p className="mt-1.5 text-xs text-ink-soft">
        100% keeps one value; less sets its share, and the other values keep their proportions.
      </p>
      {props.error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-xs text-danger">
          {props.error}
        </p>
      )}
    </fieldset>
  );
}

function valuesOf(columns: DatasetProfile['columns'], name: string): string[] {
  const column = columns.find((entry) => entry.name === name);
  return (column?.bins ?? [])
    .map(({ label }) => label)
    .filter((label) => !/^\(|^below |^from /.test(label));
}
