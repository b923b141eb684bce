import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/input.tsx';

export function ReasonField(props: {
  hint: string;
  value: string;
  onChange: (reason: string) => void;
}) {
  return (
    <Field label="Reason" hint={props.hint}>
      {(wiring) => (
        <TextArea
          {...wiring}
          value={props.value}
          maxLength={500}
          onChange={({ target }) => props.onChange(target.value)}
        />
      )}
    </Field>
  );
}
