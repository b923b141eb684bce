import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import { Select } from './input.tsx';
import type { Issue } from './use-issue.ts';

export function SelectField<Value extends string | number>(props: {
  label: ReactNode;
  hint?: ReactNode;
  issue?: Issue | undefined;
  className?: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  placeholder?: string;
  onChange: (value: Value) => void;
}) {
  const choose = (text: string) => {
    const option = props.options.find(({ value }) => String(value) === text);
    props.onChange(option === undefined ? ('' as Value) : option.value);
  };
  return (
    <Field
      label={props.label}
      hint={props.hint}
      issue={props.issue}
      {...(props.className ? { className: props.className } : {})}
    >
      {(wiring) => (
        <Select {...wiring} value={props.value} onChange={(event) => choose(event.target.value)}>
          {props.placeholder !== undefined && <option value="">{props.placeholder}</option>}
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
