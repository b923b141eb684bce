import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { DEFAULT_ROLE } from '../../../shared/roles.ts';
import { callFunction } from '../../data/call-function.ts';
import { hostQuery } from '../../data/host.ts';
import { organizationsQuery } from '../../data/organizations.ts';
import { usersQuery } from '../../data/users.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useIssue } from '../../ui/use-issue.ts';
import { type Access, AccessField, SHARE_PASSWORD, UserFields } from './user-fields.tsx';
import { type UserValues, userIssue } from './user-rules.ts';

const EMPTY: UserValues = { email: '', password: '', org_id: '', role: DEFAULT_ROLE };

export function UserDialog(props: { open: boolean; onClose: () => void }) {
  const organizations = useQuery(organizationsQuery);
  const queries = useQueryClient();
  const only = organizations.data?.length === 1 ? organizations.data[0]!.id : '';
  const hasMailServer = useQuery(hostQuery).data?.hasMailServer === true;
  const [access, setAccess] = useState<Access>('invitation');
  const isInvited = hasMailServer && access === 'invitation';
  const { issueAt, refuse } = useIssue<keyof UserValues>();
  const form = useForm<UserValues>({
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
      form.reset();
      props.onClose();
      void queries.invalidateQueries({ queryKey: usersQuery.queryKey });
    },
    onError: (error) => fail('Error', error),
  });
  const submit = form.handleSubmit((values) => {
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
          : `${SHARE_PASSWORD} To send invitations by mail instead, the server needs SMTP_URL.`
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 pt-1">
        {hasMailServer && <AccessField value={access} onChange={setAccess} />}
        <UserFields form={form} issueAt={issueAt} isInvited={isInvited} />
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
