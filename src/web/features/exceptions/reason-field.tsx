import { REASON_CODES, type ReasonCode } from '../../../shared/reason-codes.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import type { Issue } from '../../ui/use-issue.ts';

export function ReasonField(props: {
  label?: string;
  none?: string;
  issue?: Issue | undefined;
  className?: string;
  value: ReasonCode | '';
  onChange: (reason: ReasonCode | '') => void;
}) {
  return (
    <Field
      label={props.label ?? 'Reason'}
      issue={props.issue}
      {...(props.className === undefined ? {} : { className: props.className })}
    >
      {(wiring) => (
        <Select
          {...wiring}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value as ReasonCode | '')}
        >
          <option value="">{props.none ?? 'No reason given'}</option>
          {Object.entries(REASON_CODES).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
