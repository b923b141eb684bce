import { useState } from 'react';
import { BOOKS, isBookPreset } from '../../../shared/institutions.ts';
import { capitalized, formatCount } from '../../lib/format.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { Issue } from '../../ui/use-issue.ts';
import { ExecutorField } from './executor-field.tsx';
import { canBeSharded, type TypedSettings } from './simulation-settings.ts';

export function SimulationFields(props: {
  typed: TypedSettings;
  issueAt: (field: keyof TypedSettings) => Issue | undefined;
  onTyped: (typed: TypedSettings) => void;
}) {
  const { typed, issueAt } = props;
  const book = isBookPreset(typed.preset) ? typed.preset : null;
  const [opened, setOpened] = useState(false);
  const isRefused = Object.keys(typed).some((name) => issueAt(name as keyof TypedSettings));
  const bind = (name: keyof TypedSettings) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) =>
      props.onTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <details
      className="border-t border-line"
      open={opened || isRefused}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className="px-5 py-3 text-ink-soft">Advanced settings</summary>
      <div className="grid gap-x-4 gap-y-5 px-5 pb-5 sm:grid-cols-2">
        <Field
          label={book === null ? 'Rows' : capitalized(BOOKS[book].tables[0])}
          hint={
            book === null
              ? 'Default if empty; above 10 million as Parquet files'
              : `${formatCount(BOOKS[book].count)} if empty`
          }
          issue={issueAt('count')}
        >
          {(wiring) => <Input {...wiring} {...bind('count')} inputMode="numeric" />}
        </Field>
        {canBeSharded(typed) && (
          <ExecutorField
            value={typed.executor}
            onChange={(executor) => props.onTyped({ ...typed, executor })}
          />
        )}
        <Field label="Seed" hint="Same seed, same data" issue={issueAt('seed')}>
          {(wiring) => <Input {...wiring} {...bind('seed')} inputMode="numeric" />}
        </Field>
        {book === null && (
          <Field label="Money-laundering share (%)" hint="0 to 20" issue={issueAt('laundering')}>
            {(wiring) => <Input {...wiring} {...bind('laundering')} inputMode="decimal" />}
          </Field>
        )}
        <Field label="Start date">
          {(wiring) => <Input {...wiring} {...bind('start')} type="date" />}
        </Field>
        <Field label="End date" issue={issueAt('end')}>
          {(wiring) => <Input {...wiring} {...bind('end')} type="date" />}
        </Field>
      </div>
    </details>
  );
}
