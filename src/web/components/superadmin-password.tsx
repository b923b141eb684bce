import type { ComponentProps } from 'react';
import { MIN_SUPERADMIN_PASSWORD_LENGTH } from '../../shared/limits.ts';
import { minLengthHint } from '../lib/validation.ts';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import type { Issue } from '../ui/use-issue.ts';

export function SuperadminPassword(props: {
  issue: Issue | undefined;
  control: ComponentProps<typeof PasswordInput>;
}) {
  return (
    <Field
      label="Password"
      hint={minLengthHint(MIN_SUPERADMIN_PASSWORD_LENGTH)}
      issue={props.issue}
    >
      {(wiring) => <PasswordInput {...wiring} {...props.control} autoComplete="new-password" />}
    </Field>
  );
}
