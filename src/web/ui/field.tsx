import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Issue } from './use-issue.ts';

type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

export function Field(props: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Issue from a rejected submission: takes focus, shown until the control changes. */
  issue?: Issue | undefined;
  className?: string;
  children: (wiring: Wiring) => ReactNode;
}) {
  const id = useId();
  const { issue } = props;
  const [changed, setChanged] = useState<Issue | undefined>();
  const error = props.error ?? (issue === changed ? undefined : issue?.message);
  useEffect(() => {
    if (issue) document.getElementById(id)?.focus();
  }, [id, issue]);
  const described = [props.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div
      className={`flex flex-col gap-1.5 ${props.className ?? ''}`}
      onInput={() => setChanged(issue)}
    >
      <label htmlFor={id} className="text-sm text-ink">
        {props.label}
      </label>
      {props.children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {props.hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-soft">
          {props.hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
