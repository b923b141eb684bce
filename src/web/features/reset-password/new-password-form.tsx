import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { MIN_PASSWORD_LENGTH, MIN_SIGN_IN_PASSWORD_LENGTH } from '../../../shared/limits.ts';
import { redeemResetLink, setOwnPassword } from '../../data/reset-password.ts';
import { sessionState } from '../../data/session.ts';
import { fail, notice, warn } from '../../lib/notices.ts';
import {
  firstIssue,
  NEW_PASSWORD_HINT,
  passwordIssue,
  SHORT_FOR_SIGN_IN,
} from '../../lib/validation.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useIssue } from '../../ui/use-issue.ts';
import type { ResetLink } from './reset-link.ts';

const SecondFactorForm = lazy(() =>
  import('../../components/second-factor-form.tsx').then((file) => ({
    default: file.SecondFactorForm,
  })),
);

type ValidLink = Exclude<ResetLink, { kind: 'invalid' }>;

/** Returns a function that redeems the link once; false if the server calls it invalid. */
function useRedeem(link: ValidLink, onInvalid: (message: string) => void) {
  const redeemed = useRef(false);
  return async (): Promise<boolean> => {
    if (redeemed.current) return true;
    const refusal = await redeemResetLink(link);
    if (refusal !== null) {
      onInvalid(refusal);
      return false;
    }
    redeemed.current = true;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    return true;
  };
}

export function NewPasswordForm(props: { link: ValidLink; onInvalid: (message: string) => void }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  // Kept from the form until the second factor is passed.
  const [chosen, setChosen] = useState<string | null>(null);
  const isInvitation = props.link.kind === 'token' && props.link.isInvitation;
  const redeem = useRedeem(props.link, props.onInvalid);

  const save = async (password: string) => {
    setBusy(true);
    try {
      if (!(await redeem())) return;
      if ((await sessionState()).needsSecondFactor) return setChosen(password);
      await setOwnPassword(password);
      if (password.length < MIN_SIGN_IN_PASSWORD_LENGTH) {
        warn('Password updated', SHORT_FOR_SIGN_IN);
      } else {
        notice('Password updated', 'Your new password is active.');
      }
      await navigate({ to: '/dashboard', replace: true });
    } catch (error) {
      fail('Error', error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <h1 tabIndex={-1} className="text-xl">
        {isInvitation ? 'Welcome' : 'Reset Password'}
      </h1>
      <p className="mt-1 mb-8 text-ink-soft">
        {chosen === null
          ? `Choose a ${isInvitation ? '' : 'new '}password for your account`
          : 'This account has a second factor. Confirm it to save the new password.'}
      </p>
      {chosen === null ? (
        <PasswordFields busy={busy} onSubmit={(password) => void save(password)} />
      ) : (
        <Suspense fallback={null}>
          <SecondFactorForm
            giveUpLabel="Keep the current password"
            onGiveUp={() => void navigate({ to: '/auth', replace: true })}
            onPassed={() => void save(chosen)}
          />
        </Suspense>
      )}
    </>
  );
}

function PasswordFields(props: { busy: boolean; onSubmit: (password: string) => void }) {
  const { register, handleSubmit } = useForm({ defaultValues: { password: '', confirm: '' } });
  const { issueAt, refuse } = useIssue<'password' | 'confirm'>();
  const submit = handleSubmit(({ password, confirm }) => {
    const issue = firstIssue({
      confirm: password === confirm ? null : 'Passwords do not match',
      password: passwordIssue(password, MIN_PASSWORD_LENGTH),
    });
    if (issue) return refuse(issue);
    props.onSubmit(password);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <Field label="New password" hint={NEW_PASSWORD_HINT} issue={issueAt('password')}>
        {(wiring) => (
          <PasswordInput {...wiring} {...register('password')} autoComplete="new-password" />
        )}
      </Field>
      <Field label="Confirm password" issue={issueAt('confirm')}>
        {(wiring) => (
          <PasswordInput {...wiring} {...register('confirm')} autoComplete="new-password" />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        busy={props.busy}
        busyLabel="Saving..."
      >
        Update Password
      </Button>
    </form>
  );
}
