import { type ReactNode, useId } from 'react';

type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/** A labelled control with its hint and its error, tied together for those who can't see them. */
export function Field(props: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: (wiring: Wiring) => ReactNode;
}) {
  const id = useId();
  const described = [props.hint && `${id}-hint`, props.error && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={`flex flex-col gap-1.5 ${props.className ?? ''}`}>
      <label htmlFor={id} className="text-sm text-ink">
        {props.label}
      </label>
      {props.children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(props.error ? { 'aria-invalid': true as const } : {}),
      })}
      {props.hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-soft">
          {props.hint}
        </p>
      )}
      {props.error && (
        <p id={`${id}-error`} className="text-xs text-danger">
          {props.error}
        </p>
      )}
    </div>
  );
}
