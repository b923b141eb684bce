import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { DEFAULT_ROLE, MEMBER_ROLES, ROLE_LABELS } from '../../../shared/roles.ts';
import { callFunction } from '../../data/call-function.ts';
import { hostConfig } from '../../data/client.ts';
import { organizationsQuery } from '../../data/organizations.ts';
import { usersQuery } from '../../data/users.ts';
import { fail, notice } from '../../lib/notices.ts';
import { NEW_PASSWORD_HINT } from '../../lib/validation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useIssue } from '../../ui/use-issue.ts';
import { type UserValues, userIssue } from './user-rules.ts';

const EMPTY: UserValues = { email: '', password: '', org_id: '', role: DEFAULT_ROLE };

type Access = 'invitation' | 'password';
const ACCESSES: readonly { value: Access; label: string }[] = [
  { value: 'invitation', label: 'Invitation by mail' },
  { value: 'password', label: 'Temporary password' },
];

const hostQuery = queryOptions({ queryKey: ['host'], queryFn: hostConfig });

/** Makes a user of an organization, with the role User or Admin. */
export function UserDialog(props: { open: boolean; onClose: () => void }) {
  const organizations = useQuery(organizationsQuery);
  const queries = useQueryClient();
  const only = organizations.data?.length === 1 ? organizations.data[0]!.id : '';
  const hasMailServer = useQuery(hostQuery).data?.hasMailServer === true;
  const [access, setAccess] = useState<Access>('invitation');
  const isInvited = hasMailServer && access === 'invitation';
  const { issueAt, refuse } = useIssue<keyof UserValues>();
  const { register, handleSubmit, reset } = useForm<UserValues>({
    defaultValues: EMPTY,
    values: { ...EMPTY, org_id: only },
    resetOptions: { keepDirtyValues: true },
  });
  const create = useMutation({
    mutationFn: ({ password, ...values }: UserValues) => {
      const user = { ...values, email: values.email.trim() };
      return isInvited
        ? callFunction('invite-user', user)
        : callFunction('create-user', { ...user, password });
    },
    onSuccess: (_, values) => {
      notice(isInvited ? 'Invitation sent' : 'User created', values.email.trim());
      reset();
      props.onClose();
      void queries.invalidateQueries({ queryKey: usersQuery.queryKey });
    },
    onError: (error) => fail('Error', error),
  });
  const submit = handleSubmit((values) => {
    const issue = userIssue(values, isInvited);
    if (issue) return refuse(issue);
    create.mutate(values);
  });
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      title="Create User"
      description={
        hasMailServer
          ? 'The user joins the organization with the role you choose.'
          : 'Share the temporary password securely; the user changes it in Settings. To send invitations by mail instead, the server needs SMTP_URL.'
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 pt-1">
        {hasMailServer && (
          <SelectField
            label="Access"
            hint={
              isInvited
                ? 'A link by mail, valid once and for 72 hours, lets the user choose a password.'
                : 'Share the temporary password securely; the user changes it in Settings.'
            }
            value={access}
            options={ACCESSES}
            onChange={setAccess}
          />
        )}
        <Field label="Email" issue={issueAt('email')}>
          {(wiring) => <Input {...wiring} {...register('email')} type="email" autoComplete="off" />}
        </Field>
        {!isInvited && (
          <Field label="Temporary password" hint={NEW_PASSWORD_HINT} issue={issueAt('password')}>
            {(wiring) => (
              <PasswordInput {...wiring} {...register('password')} autoComplete="new-password" />
            )}
          </Field>
        )}
        <Field label="Organization" issue={issueAt('org_id')}>
          {(wiring) => (
            <Select {...wiring} {...register('org_id')}>
              <option value="">Select an organization</option>
              {organizations.data?.map((organization) => (
                <option key={organization.id} value={organization.id}>
                  {organization.name}
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
        <div className="flex justify-end gap-2 pt-2">
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending} busyLabel="Creating...">
            {isInvited ? 'Send Invitation' : 'Create User'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
