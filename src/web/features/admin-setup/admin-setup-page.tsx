import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { MIN_SUPERADMIN_PASSWORD_LENGTH } from '../../../shared/limits.ts';
import { titleOf } from '../../../shared/pages.ts';
import { SuperadminPassword } from '../../components/superadmin-password.tsx';
import { callFunction } from '../../data/call-function.ts';
import { forgetHostConfig, type HostConfig, hostConfig } from '../../data/client.ts';
import { fail, notice } from '../../lib/notices.ts';
import { emailIssue, firstIssue, passwordIssue } from '../../lib/validation.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { usePageTitle } from '../../ui/page-head.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useIssue } from '../../ui/use-issue.ts';

type Done = { created: boolean; email: string; host: HostConfig };

function WitnessAdvice({ url }: { url: string }) {
  return (
    <section className="mt-10 w-0 min-w-full">
      <h2 className="text-lg">Add a witness</h2>
      <p className="mt-1 mb-4 text-ink-soft">
        Evidence packs are proven by the operator alone until somebody else signs the log. Two
        sandboxes can witness each other: start this one with
        WITNESS_URLS=https://OTHER-SANDBOX/witness, and the other one with this setting.
      </p>
      <CodeBlock label="Setting of the other sandbox" code={`WITNESS_URLS=${url}/witness`} />
    </section>
  );
}

export function AdminSetupPage() {
  usePageTitle(titleOf('/admin-setup'));
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const { register, handleSubmit } = useForm({
    defaultValues: { email: '', password: '', token: '' },
  });

  const { issueAt, refuse } = useIssue<'email' | 'password' | 'token'>();

  const submit = handleSubmit(async (values) => {
    const email = values.email.trim();
    const token = values.token.trim();
    const issue = firstIssue({
      email: emailIssue(email),
      password: passwordIssue(values.password, MIN_SUPERADMIN_PASSWORD_LENGTH),
      token: token === '' ? 'Setup token is required' : null,
    });
    if (issue) return refuse(issue);
    setBusy(true);
    try {
      const answer = await callFunction<{ created?: boolean; message?: string }>(
        'admin-upsert-superadmin',
        { email, password: values.password, role: 'superadmin' },
        { 'x-admin-setup-token': token },
      );
      forgetHostConfig();
      const created = answer.created !== false;
      notice(answer.message ?? (created ? 'Superadmin created' : 'Superadmin updated'), email);
      setDone({ created, email, host: await hostConfig() });
    } catch (error) {
      fail('Error', error);
    } finally {
      setBusy(false);
    }
  });

  if (done) {
    return (
      <>
        <h1 tabIndex={-1} className="text-xl">
          {done.created ? 'Superadmin created' : 'Superadmin updated'}
        </h1>
        <p className="mt-1 mb-6 break-words text-ink-soft">
          {done.email} can sign in now. The setup token stays valid until it is rotated.
        </p>
        <Link to="/auth" className={buttonClasses({ variant: 'primary' })}>
          Go to sign in
        </Link>
        {done.host.isWitnessed === false && <WitnessAdvice url={done.host.url} />}
      </>
    );
  }
  return (
    <>
      <h1 tabIndex={-1} className="text-xl">
        Admin Setup
      </h1>
      <p className="mt-1 mb-8 text-ink-soft">Create or update a superadmin with the setup token</p>
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        <Field label="Superadmin email" issue={issueAt('email')}>
          {(wiring) => (
            <Input {...wiring} {...register('email')} type="email" autoComplete="username" />
          )}
        </Field>
        <SuperadminPassword issue={issueAt('password')} control={register('password')} />
        <Field
          label="Setup token"
          hint="Printed at the first start, and stored in a file in the data folder"
          issue={issueAt('token')}
        >
          {(wiring) => <PasswordInput {...wiring} {...register('token')} autoComplete="off" />}
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          busy={busy}
          busyLabel="Saving..."
        >
          Create or update superadmin
        </Button>
      </form>
    </>
  );
}
