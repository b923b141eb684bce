import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { MIN_PASSWORD_LENGTH, MIN_SIGN_IN_PASSWORD_LENGTH } from '../../../shared/limits.ts';
import { titleOf } from '../../../shared/pages.ts';
import { openClient } from '../../data/client.ts';
import { sessionState } from '../../data/session.ts';
import { fail, notice, warn } from '../../lib/notices.ts';
import { check } from '../../lib/service-error.ts';
import { NEW_PASSWORD_HINT, passwordIssue, SHORT_FOR_SIGN_IN } from '../../lib/validation.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { usePageTitle } from '../../ui/page-head.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { type ResetLink, readResetLink } from './reset-link.ts';

const SecondFactorForm = lazy(() =>
  import('../../components/second-factor-form.tsx').then((file) => ({
    default: file.SecondFactorForm,
  })),
);

/** Sets a new password. The link's token is spent when the form is sent, so a link scanner can't burn it. */
export function ResetPasswordPage() {
  usePageTitle(titleOf('/reset-password'));
  const [link, setLink] = useState<ResetLink>(() =>
    readResetLink(window.location.hash, window.location.search),
  );
  const told = useRef(false);
  useEffect(() => {
    if (link.kind !== 'invalid' || told.current) return;
    told.current = true;
    fail('Invalid Reset Link', link.message);
  }, [link]);

  if (link.kind === 'invalid') {
    return (
      <>
        <h1 tabIndex={-1} className="text-xl">
          Invalid Reset Link
        </h1>
        <p className="mt-1 mb-6 text-ink-soft">{link.message}</p>
        <Link to="/auth" className={buttonClasses()}>
          Back to sign in
        </Link>
      </>
    );
  }
  return (
    <NewPasswordForm link={link} onInvalid={(message) => setLink({ kind: 'invalid', message })} />
  );
}

function NewPasswordForm(props: {
  link: Exclude<ResetLink, { kind: 'invalid' }>;
  onInvalid: (message: string) => void;
}) {
  const { link } = props;
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const redeemed = useRef(false);
  // Chosen before the second factor was asked for; kept until it is passed.
  const [chosen, setChosen] = useState<string | null>(null);
  const { register, handleSubmit } = useForm({ defaultValues: { password: '', confirm: '' } });

  const redeem = async () => {
    if (redeemed.current) return true;
    const client = await openClient();
    const { error } =
      link.kind === 'token'
        ? await client.auth.verifyOtp({ token_hash: link.tokenHash, type: 'recovery' })
        : await client.auth.setSession({
            access_token: link.accessToken,
            refresh_token: link.refreshToken,
          });
    if (error) {
      if (error.status === undefined || error.status === 0 || error.status >= 500) throw error;
      props.onInvalid(error.message || 'Invalid or expired reset link');
      return false;
    }
    redeemed.current = true;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    return true;
  };

  const submit = handleSubmit(async ({ password, confirm }) => {
    if (password !== confirm) return fail('Validation Error', 'Passwords do not match');
    const issue = passwordIssue(password, MIN_PASSWORD_LENGTH);
    if (issue) return fail('Validation Error', issue);
    await save(password);
  });

  const save = async (password: string) => {
    setBusy(true);
    try {
      if (!(await redeem())) return;
      if ((await sessionState()).needsSecondFactor) return setChosen(password);
      const client = await openClient();
      check(await client.auth.updateUser({ password }));
      if (password.length < MIN_SIGN_IN_PASSWORD_LENGTH) {
        warn('Password updated', SHORT_FOR_SIGN_IN);
      } else {
        notice('Password updated', 'The new password is in force from now on.');
      }
      await navigate({ to: '/dashboard', replace: true });
    } catch (error) {
      fail('Error', error);
    } finally {
      setBusy(false);
    }
  };

  if (chosen !== null) {
    return (
      <>
        <h1 tabIndex={-1} className="text-xl">
          Reset Password
        </h1>
        <p className="mt-1 mb-8 text-ink-soft">
          This account has a second factor. Show it, and the new password is saved.
        </p>
        <Suspense fallback={null}>
          <SecondFactorForm
            giveUpLabel="Leave the password as it is"
            onGiveUp={() => void navigate({ to: '/auth', replace: true })}
            onPassed={() => void save(chosen)}
          />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <h1 tabIndex={-1} className="text-xl">
        Reset Password
      </h1>
      <p className="mt-1 mb-8 text-ink-soft">Choose a new password for your account</p>
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        <Field label="New password" hint={NEW_PASSWORD_HINT}>
          {(wiring) => (
            <PasswordInput {...wiring} {...register('password')} autoComplete="new-password" />
          )}
        </Field>
        <Field label="Confirm password">
          {(wiring) => (
            <PasswordInput {...wiring} {...register('confirm')} autoComplete="new-password" />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          busy={busy}
          busyLabel="Saving..."
        >
          Update Password
        </Button>
      </form>
    </>
  );
}
