import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { MIN_PASSWORD_LENGTH, MIN_SIGN_IN_PASSWORD_LENGTH } from '../../../shared/limits.ts';
import { openClient } from '../../data/client.ts';
import { fail, notice, warn } from '../../lib/notices.ts';
import { ServiceError } from '../../lib/service-error.ts';
import {
  firstIssue,
  NEW_PASSWORD_HINT,
  passwordIssue,
  SHORT_FOR_SIGN_IN,
} from '../../lib/validation.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useIssue } from '../../ui/use-issue.ts';
import { AccountCards } from './account-cards.tsx';

const WRONG_PASSWORD = 'Current password is incorrect';

type Values = { current: string; password: string; confirm: string };

/** Changes the password. The server verifies the current one and throttles guesses. */
async function changePassword({ current, password }: Values): Promise<void> {
  const client = await openClient();
  const { error } = await client.auth.updateUser({ password, current_password: current });
  if (error?.code === 'current_password_invalid') throw new ServiceError(WRONG_PASSWORD);
  if (error) throw error;
}

export function SettingsPage() {
  const [busy, setBusy] = useState(false);
  const { register, handleSubmit, reset } = useForm<Values>({
    defaultValues: { current: '', password: '', confirm: '' },
  });

  const { issueAt, mark, refuse } = useIssue<keyof Values>();

  const submit = handleSubmit(async (values) => {
    const issue = firstIssue({
      confirm: values.password === values.confirm ? null : 'New passwords do not match',
      password: passwordIssue(values.password, MIN_PASSWORD_LENGTH),
    });
    if (issue) return refuse(issue);
    mark(null);
    setBusy(true);
    try {
      await changePassword(values);
      reset();
      if (values.password.length < MIN_SIGN_IN_PASSWORD_LENGTH) {
        warn('Password updated', SHORT_FOR_SIGN_IN);
      } else {
        notice('Password updated', 'Your new password is active.');
      }
    } catch (error) {
      const wrong = error instanceof ServiceError && error.message === WRONG_PASSWORD;
      if (wrong) refuse({ field: 'current', message: WRONG_PASSWORD });
      else fail('Error', error);
    } finally {
      setBusy(false);
    }
  });

  return (
    <>
      <PageHead page="/settings">Your account in this sandbox.</PageHead>
      <Card aria-labelledby="password" className="max-w-4xl">
        <CardHead id="password" title="Change password">
          Other devices are signed out.
        </CardHead>
        <form
          noValidate
          onSubmit={(event) => void submit(event)}
          className="max-w-xl space-y-5 px-5 pt-2 pb-6"
        >
          <Field label="Current password" issue={issueAt('current')}>
            {(wiring) => (
              <PasswordInput {...wiring} {...register('current')} autoComplete="current-password" />
            )}
          </Field>
          <Field label="New password" hint={NEW_PASSWORD_HINT} issue={issueAt('password')}>
            {(wiring) => (
              <PasswordInput {...wiring} {...register('password')} autoComplete="new-password" />
            )}
          </Field>
          <Field label="Confirm new password" issue={issueAt('confirm')}>
            {(wiring) => (
              <PasswordInput {...wiring} {...register('confirm')} autoComplete="new-password" />
            )}
          </Field>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Updating...">
            Update Password
          </Button>
        </form>
      </Card>
      <AccountCards />
    </>
  );
}
