import { type FormEvent, useState } from 'react';
import { openClient } from '../../lib/client.ts';
import { fail } from '../../lib/notices.ts';
import { check, ServiceError } from '../../lib/service-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** The second step where the account has a verified second factor. */
export function SecondFactorForm(props: { onGiveUp: () => void }) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);

  const verify = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const client = await openClient();
      const { data: factors, error } = await client.auth.mfa.listFactors();
      if (error) throw error;
      const factor = factors?.totp[0] ?? factors?.phone[0];
      if (!factor) throw new ServiceError('This account has no code to ask for.');
      check(await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: code.trim() }));
    } catch (error) {
      fail('Error', error);
    } finally {
      setBusy(false);
    }
  };
  const giveUp = async () => {
    const client = await openClient();
    await client.auth.signOut({ scope: 'local' });
    props.onGiveUp();
  };

  return (
    <form noValidate onSubmit={(event) => void verify(event)} className="space-y-5">
      <Field label="Authentication code" hint="Six digits from your authenticator">
        {(wiring) => (
          <Input
            {...wiring}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        )}
      </Field>
      <Button type="submit" look="primary" className="w-full" busy={busy} busyLabel="Loading...">
        Verify
      </Button>
      <div className="text-center">
        <button type="button" className="link min-h-6" onClick={() => void giveUp()}>
          Use another account
        </button>
      </div>
    </form>
  );
}
