import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { PHONE_INVALID, phoneNumber } from '../../../shared/phone-number.ts';
import {
  addSecurityKey,
  enrollFactor,
  type PendingFactor,
  proveFactor,
} from '../../data/own-factors.ts';
import { fail, notice } from '../../lib/notices.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { firstIssue } from '../../lib/validation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useIssue } from '../../ui/use-issue.ts';
import { ProveFactor } from './prove-factor.tsx';
import { useConfirmed } from './use-confirmed.tsx';

export type FactorKind = 'totp' | 'webauthn' | 'phone';
export const KIND_WORDS: Record<FactorKind, string> = {
  totp: 'Authenticator app',
  webauthn: 'Security key',
  phone: 'Phone',
};
const INTRODUCTION: Record<FactorKind, string> = {
  totp: 'An app on your phone or computer that shows a new six-digit code every 30 seconds.',
  webauthn: 'A key that you plug in or hold close to this device.',
  phone: 'A six-digit code by text message. Messages can be intercepted; prefer the other two.',
};

export function FactorDialog(props: { kind: FactorKind | null; onClose: () => void }) {
  const { kind, onClose } = props;
  return (
    <Dialog
      open={kind !== null}
      onOpenChange={(open) => !open && onClose()}
      title={kind ? `Add ${KIND_WORDS[kind].toLowerCase()}` : ''}
      description={kind ? INTRODUCTION[kind] : ''}
    >
      {kind && <FactorForm kind={kind} onClose={onClose} />}
    </Dialog>
  );
}

function phoneIssue(phone: string): string | null {
  if (phone.trim() === '') return 'Phone number is required';
  return phoneNumber(phone) === null ? PHONE_INVALID : null;
}

function FactorForm({ kind, onClose }: { kind: FactorKind; onClose: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const { issueAt, refuse } = useIssue<'name' | 'phone'>();
  const [begun, setBegun] = useState<PendingFactor | null>(null);
  const added = () => {
    notice('Second factor added', 'It is required from the next sign-in on.');
    void queries.invalidateQueries({ queryKey: ['account'] });
    onClose();
  };
  const { confirmed, dialog } = useConfirmed();
  const start = useMutation({
    mutationFn: () =>
      confirmed(async () => {
        if (kind === 'webauthn') return addSecurityKey(name.trim());
        setBegun(await enrollFactor(kind, name.trim(), phone.trim()));
      }),
    onSuccess: () => kind === 'webauthn' && added(),
    onError: (error) => fail('Error', error),
  });
  const prove = useMutation({
    mutationFn: async (answer: { challengeId: string; code: string }) => {
      if (!begun) throw new ServiceError('Begin again.');
      await proveFactor({ factorId: begun.id, ...answer });
    },
    onSuccess: added,
    onError: (error) => fail('Error', error),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const issue = firstIssue({
      name: name.trim() === '' ? 'Name is required' : null,
      phone: kind === 'phone' ? phoneIssue(phone) : null,
    });
    if (issue) return refuse(issue);
    start.mutate();
  };
  if (begun) {
    return (
      <ProveFactor
        begun={begun}
        busy={prove.isPending}
        onAnswer={(answer) => prove.mutate(answer)}
        onCancel={onClose}
      />
    );
  }
  return (
    <>
      <form noValidate onSubmit={submit} className="space-y-4 pt-1">
        <Field
          label="Name"
          hint="A name to recognize it, such as “Work phone”"
          issue={issueAt('name')}
        >
          {(wiring) => (
            <Input
              {...wiring}
              value={name}
              maxLength={100}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {kind === 'phone' && (
          <Field label="Phone number" hint="With the country code: +44 …" issue={issueAt('phone')}>
            {(wiring) => (
              <Input
                {...wiring}
                type="tel"
                autoComplete="tel"
                value={phone}
                onChange={(event) => setPhone(event.target.value)}
              />
            )}
          </Field>
        )}
        <div className="flex justify-end gap-2 pt-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={start.isPending} busyLabel="Waiting...">
            Continue
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}
