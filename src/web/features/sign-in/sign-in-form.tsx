import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { MIN_SIGN_IN_PASSWORD_LENGTH } from '../../../shared/limits.ts';
import { openClient } from '../../data/client.ts';
import { fail, warn } from '../../lib/notices.ts';
import { check } from '../../lib/service-error.ts';
import { minLengthHint, type SignInValues, signInIssue } from '../../lib/validation.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useIssue } from '../../ui/use-issue.ts';
import { captchaToken } from './captcha-token.ts';
import { requestReset } from './request-reset.ts';

export function SignInForm() {
  const { register, handleSubmit, getValues } = useForm<SignInValues>({
    defaultValues: { email: '', password: '' },
  });
  const { issueAt, mark, refuse } = useIssue<'email' | 'password'>();
  const [busy, setBusy] = useState(false);
  const [resetting, setResetting] = useState(false);

  const signIn = handleSubmit(async (values) => {
    const issue = signInIssue(values);
    if (issue) return refuse(issue);
    mark(null);
    setBusy(true);
    try {
      const client = await openClient();
      const answer = await client.auth.signInWithPassword({
        email: values.email.trim(),
        password: values.password,
        options: await captchaToken(),
      });
      check(answer);
      const weak = answer.data.weakPassword;
      if (weak) warn('Weak password', `${weak.message} You can change it in Settings.`);
    } catch (error) {
      fail('Error', error);
    } finally {
      setBusy(false);
    }
  });

  const forgot = async () => {
    setResetting(true);
    const message = await requestReset(getValues('email'));
    mark(message === null ? null : { field: 'email', message });
    setResetting(false);
  };

  return (
    <form noValidate onSubmit={(event) => void signIn(event)} className="space-y-5">
      <Field label="Email" hint="Must be a valid email address" issue={issueAt('email')}>
        {(wiring) => (
          <Input {...wiring} {...register('email')} type="email" autoComplete="username" />
        )}
      </Field>
      <Field
        label="Password"
        hint={minLengthHint(MIN_SIGN_IN_PASSWORD_LENGTH)}
        issue={issueAt('password')}
      >
        {(wiring) => (
          <PasswordInput {...wiring} {...register('password')} autoComplete="current-password" />
        )}
      </Field>
      <Button type="submit" variant="primary" className="w-full" busy={busy} busyLabel="Loading...">
        Sign In
      </Button>
      <div className="text-center">
        <button
          type="button"
          className="link min-h-6"
          onClick={() => void forgot()}
          disabled={resetting}
        >
          {resetting ? 'Sending reset link...' : 'Forgot password?'}
        </button>
      </div>
    </form>
  );
}
