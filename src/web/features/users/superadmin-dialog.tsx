import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { SuperadminPassword } from '../../components/superadmin-password.tsx';
import { callFunction } from '../../data/call-function.ts';
import { usersQuery } from '../../data/users.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useIssue } from '../../ui/use-issue.ts';
import { superadminIssue } from './user-rules.ts';

type Values = { email: string; password: string };

export function SuperadminDialog(props: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const { register, handleSubmit, reset } = useForm<Values>({
    defaultValues: { email: '', password: '' },
  });
  const save = useMutation({
    mutationFn: ({ email, password }: Values) =>
      callFunction<{ message?: string }>('superadmin-reset-password', {
        email: email.trim(),
        password,
        role: 'superadmin',
      }),
    onSuccess: (answer, { email }) => {
      notice(answer.message ?? 'Superadmin saved', email.trim());
      reset();
      props.onClose();
      void queries.invalidateQueries({ queryKey: usersQuery.queryKey });
    },
    onError: (error) => fail('Error', error),
  });
  const { issueAt, refuse } = useIssue<keyof Values>();
  const submit = handleSubmit((values) => {
    const issue = superadminIssue(values);
    if (issue) return refuse(issue);
    save.mutate(values);
  });
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      title="Create or Reset Superadmin"
      description="Superadmins manage organizations and people; they do not see their data."
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 pt-1">
        <Field label="Email" issue={issueAt('email')}>
          {(wiring) => <Input {...wiring} {...register('email')} type="email" autoComplete="off" />}
        </Field>
        <SuperadminPassword issue={issueAt('password')} control={register('password')} />
        <div className="flex justify-end gap-2 pt-2">
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save Superadmin
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
