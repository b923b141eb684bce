import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { challengeFactor, type PendingFactor } from '../../data/own-factors.ts';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useIssue } from '../../ui/use-issue.ts';

export function ProveFactor(props: {
  begun: PendingFactor;
  busy: boolean;
  onAnswer: (answer: { challengeId: string; code: string }) => void;
  onCancel: () => void;
}) {
  const { begun } = props;
  const [code, setCode] = useState('');
  const { issueAt, refuse } = useIssue<'code'>();
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const challenge = useCallback(async () => {
    try {
      const id = await challengeFactor(begun.id);
      setChallengeId(id);
      return id;
    } catch (error) {
      fail('Error', error);
      return null;
    }
  }, [begun.id]);
  useEffect(() => {
    void challenge();
  }, [challenge]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!/^\d{6}$/.test(code.trim())) {
      return refuse({ field: 'code', message: 'Enter the six digits' });
    }
    // Request a challenge again if the first one failed.
    const id = challengeId ?? (await challenge());
    if (id !== null) props.onAnswer({ challengeId: id, code: code.trim() });
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 pt-1">
      {begun.picture && begun.secret && (
        <>
          <img
            src={begun.picture}
            alt="QR code for the authenticator app"
            className="mx-auto size-48 rounded-md border border-line bg-white"
          />
          <p className="text-ink-soft">
            Scan it with the app, or type this key:{' '}
            <CopyId id={begun.secret} what="the authenticator's key" />
          </p>
        </>
      )}
      <Field label="Authentication code" hint="Six digits" issue={issueAt('code')}>
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
      <div className="flex justify-end gap-2 pt-2">
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={props.busy} busyLabel="Verifying...">
          Verify
        </Button>
      </div>
    </form>
  );
}
