import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { MEMBER_ROLES, ROLE_LABELS } from '../../../shared/roles.ts';
import { organizationsQuery } from '../../data/organizations.ts';
import { NEW_PASSWORD_HINT } from '../../lib/validation.ts';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { Issue } from '../../ui/use-issue.ts';
import type { UserValues } from './user-rules.ts';

export const SHARE_PASSWORD =
  'Share the temporary password securely; the user changes it in Settings.';

export type Access = 'invitation' | 'password';
const ACCESSES: readonly { value: Access; label: string }[] = [
  { value: 'invitation', label: 'Invitation by mail' },
  { value: 'password', label: 'Temporary password' },
];

export function AccessField(props: { value: Access; onChange: (access: Access) => void }) {
  return (
    <SelectField
      {...props}
      label="Access"
      hint={
        props.value === 'invitation'
          ? 'A link by mail, valid once and for 72 hours, lets the user choose a password.'
          : SHARE_PASSWORD
      }
      options={ACCESSES}
    />
  );
}

export function UserFields(props: {
  form: UseFormReturn<UserValues>;
  issueAt: (field: keyof UserValues) => Issue | undefined;
  isInvited: boolean;
}) {
  const { register } = props.form;
  const organizations = useQuery(organizationsQuery).data ?? [];
  return (
    <>
      <Field label="Email" issue={props.issueAt('email')}>
        {(wiring) => <Input {...wiring} {...register('email')} type="email" autoComplete="off" />}
      </Field>
      {!props.isInvited && (
        <Field
          label="Temporary password"
          hint={NEW_PASSWORD_HINT}
          issue={props.issueAt('password')}
        >
          {(wiring) => (
            <PasswordInput {...wiring} {...register('password')} autoComplete="new-password" />
          )}
        </Field>
      )}
      <Field label="Organization" issue={props.issueAt('org_id')}>
        {(wiring) => (
          <Select {...wiring} {...register('org_id')}>
            <option value="">Select an organization</option>
            {organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Role">
        {(wiring) => (
          <Select {...wiring} {...register('role')}>
            {MEMBER_ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_LABELS[role]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
