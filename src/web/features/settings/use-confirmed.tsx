import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { confirmPassword } from '../../data/account.ts';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useIssue } from '../../ui/use-issue.ts';

const GIVEN_UP = 'Nothing was changed.';
const isNeeded = (error: unknown) =>
  (error as { code?: unknown } | null)?.code === 'reauthentication_needed';

/** Runs work; if the server requires a recent sign-in, asks for the password and retries. */
export function useConfirmed(): {
  confirmed: <T>(work: () => Promise<T>) => Promise<T>;
  dialog: ReactNode;
} {
  const [open, setOpen] = useState(false);
  const answer = useRef<(confirmed: boolean) => void>(() => undefined);
  const finish = (confirmed: boolean) => {
    setOpen(false);
    answer.current(confirmed);
  };
  const confirmed = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!isNeeded(error)) throw error;
      const isConfirmed = await new Promise<boolean>((resolve) => {
        answer.current = resolve;
        setOpen(true);
      });
      if (!isConfirmed) throw new Error(GIVEN_UP);
      return work();
    }
  };
  const dialog = (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && finish(false)}
      title="Confirm your password"
      description="Required to change sign-in settings."
    >
      <PasswordForm onConfirmed={() => finish(true)} onCancel={() => finish(false)} />
    </Dialog>
  );
  return { confirmed, dialog };
}

function PasswordForm(props: { onConfirmed: () => void; onCancel: () => void }) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const { issueAt, refuse } = useIssue<'password'>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // In React's tree this form is nested in others.
    event.stopPropagation();
    if (password === '') {
      return refuse({ field: 'password', message: 'Password is required' });
    }
    setBusy(true);
    try {
      await confirmPassword(password);
      props.onConfirmed();
    } catch (error) {
      fail('Error', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 pt-1">
      <Field label="Your password" issue={issueAt('password')}>
        {(wiring) => (
          <PasswordInput
            {...wiring}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
          />
        )}
      </Field>
      <div className="flex justify-end gap-2 pt-2">
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel="Checking...">
          Confirm
        </Button>
      </div>
    </form>
  );
}
