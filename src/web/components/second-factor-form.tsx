import { type FormEvent, useEffect, useState } from 'react';
import { askPhone, type Kind, passSecondFactor, secondFactorKinds } from '../data/second-factor.ts';
import { signOut } from '../data/session.ts';
import { fail, notice } from '../lib/notices.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { SkeletonRows } from '../ui/states.tsx';

const HINT: Record<Kind, string> = {
  totp: 'Six digits from your authenticator',
  phone: 'Six digits from the message to your phone',
  recovery_code: 'One of your recovery codes; each works once',
  webauthn: 'Insert your security key or hold it close, then confirm on the key.',
};
const OTHER_WAY: Record<Kind, string> = {
  totp: 'Use your authenticator app',
  phone: 'Get a code by text message',
  webauthn: 'Use a security key',
  recovery_code: 'Use a recovery code',
};

export function SecondFactorForm(props: {
  onGiveUp: () => void;
  /** Optional, since the auth client itself notifies the rest of the page. */
  onPassed?: () => void;
  giveUpLabel?: string;
}) {
  const [kinds, setKinds] = useState<Kind[] | null>(null);
  useEffect(() => {
    secondFactorKinds().then(setKinds, (error: unknown) => {
      fail('Error', error);
      setKinds([]);
    });
  }, []);
  const giveUp = async () => {
    await signOut().catch(() => undefined);
    props.onGiveUp();
  };
  return (
    <div className="space-y-5">
      {kinds === null ? (
        <SkeletonRows rows={2} />
      ) : (
        <Steps kinds={kinds} onPassed={props.onPassed} />
      )}
      <div className="text-center">
        <button type="button" className="link min-h-6" onClick={() => void giveUp()}>
          {props.giveUpLabel ?? 'Use another account'}
        </button>
      </div>
    </div>
  );
}

function Steps({ kinds, onPassed }: { kinds: Kind[]; onPassed: (() => void) | undefined }) {
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'totp');
  const [code, setCode] = useState('');
  const [challengeId, setChallengeId] = useState<string>();
  const [busy, setBusy] = useState(false);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      fail('Error', error);
    } finally {
      setBusy(false);
    }
  };
  const verify = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await passSecondFactor(kind, code.trim(), challengeId);
      onPassed?.();
    });
  };
  const sendMessage = () =>
    run(async () => {
      setChallengeId(await askPhone());
      notice('Message sent', 'It can take a moment to arrive.');
    });
  const choose = (other: Kind) => {
    setKind(other);
    setCode('');
    setChallengeId(undefined);
  };

  const unasked = kind === 'phone' && challengeId === undefined;
  return (
    <>
      <form noValidate onSubmit={verify} className="space-y-5">
        {kind === 'webauthn' && <p className="text-ink-soft">{HINT[kind]}</p>}
        {kind !== 'webauthn' && !unasked && (
          <Field
            label={kind === 'recovery_code' ? 'Recovery code' : 'Authentication code'}
            hint={HINT[kind]}
          >
            {(wiring) => (
              <Input
                {...wiring}
                value={code}
                onChange={(event) => setCode(event.target.value)}
                inputMode={kind === 'recovery_code' ? 'text' : 'numeric'}
                autoComplete="one-time-code"
              />
            )}
          </Field>
        )}
        {unasked ? (
          <Button
            variant="primary"
            className="w-full"
            busy={busy}
            busyLabel="Sending..."
            onClick={() => void sendMessage()}
          >
            Send code
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            className="w-full"
            busy={busy}
            busyLabel="Loading..."
          >
            {kind === 'webauthn' ? 'Use security key' : 'Verify'}
          </Button>
        )}
      </form>
      {kinds
        .filter((other) => other !== kind)
        .map((other) => (
          <div key={other} className="text-center">
            <button type="button" className="link min-h-6" onClick={() => choose(other)}>
              {OTHER_WAY[other]}
            </button>
          </div>
        ))}
    </>
  );
}
