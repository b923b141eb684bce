import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { DEFAULT_ROLE, MEMBER_ROLES, ROLE_LABELS } from '../../../shared/roles.ts';
import { callFunction } from '../../data/call-function.ts';
import { organizationsQuery } from '../../data/organizations.ts';
import { usersQuery } from '../../data/users.ts';
import { fail, notice } from '../../lib/notices.ts';
import { NEW_PASSWORD_HINT } from '../../lib/validation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { type UserValues, userIssue } from './user-rules.ts';

const EMPTY: UserValues = { email: '', password: '', org_id: '', role: DEFAULT_ROLE };

/** Makes a user of an organization, with the role User or Admin. */
export function UserDialog(props: { open: boolean; onClose: () => void }) {
  const organizations = useQuery(organizationsQuery);
  const queries = useQueryClient();
  const only = organizations.data?.length === 1 ? organizations.data[0]!.id : '';
  const { register, handleSubmit, reset } = useForm<UserValues>({
    defaultValues: EMPTY,
    values: { ...EMPTY, org_id: only },
    resetOptions: { keepDirtyValues: true },
  });
  const create = useMutation({
    mutationFn: (values: UserValues) =>
      callFunction('create-user', { ...values, email: values.email.trim() }),
    onSuccess: (_, values) => {
      notice('User created', values.email.trim());
      reset();
      props.onClose();
      void queries.invalidateQueries({ queryKey: usersQuery.queryKey });
    },
    onError: (error) => fail('Error', error),
  });
  const submit = handleSubmit((values) => {
    const issue = userIssue(values);
    if (issue) return fail('Validation Error', issue);
    create.mutate(values);
  });
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      title="Create User"
      description="Share the temporary password securely; the user changes it in Settings."
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 pt-1">
        <Field label="Email">
          {(wiring) => <Input {...wiring} {...register('email')} type="email" autoComplete="off" />}
        </Field>
        <Field label="Temporary password" hint={NEW_PASSWORD_HINT}>
          {(wiring) => (
            <PasswordInput {...wiring} {...register('password')} autoComplete="new-password" />
          )}
        </Field>
        <Field label="Organization">
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
            Create User
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
