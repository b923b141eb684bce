import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReasonCode } from '../../../shared/reason-codes.ts';
import { CASE_OUTCOMES, type CaseOutcome } from '../../../shared/statuses.ts';
import { actOnCase, type CaseAction, type CaseRow, membersQuery } from '../../data/cases.ts';
import { profileQuery } from '../../data/profile.ts';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, TextArea } from '../../ui/input.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ReasonField } from './reason-field.tsx';

const NOBODY = '';
const OUTCOMES = Object.entries(CASE_OUTCOMES).map(([value, label]) => ({
  value: value as CaseOutcome,
  label,
}));

function useAct(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ action, detail }: { action: CaseAction; detail: object }) =>
      actOnCase(id, action, detail),
    onError: (error) => fail('Error', error),
    onSuccess: () =>
      Promise.all(
        [
          ['cases', 'state', id],
          ['cases', 'list'],
        ].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}

/** Actions on a case: assign, comment, snooze, escalate, close with outcome and reason, reopen. */
export function CaseActions({ row }: { row: CaseRow }) {
  const act = useAct(row.id);
  const me = useQuery(profileQuery).data;
  const members = useQuery(membersQuery).data ?? [];
  const [note, setNote] = useState('');
  const [until, setUntil] = useState('');
  const [outcome, setOutcome] = useState<CaseOutcome | ''>('');
  const [reason, setReason] = useState<ReasonCode | ''>('');
  const isClosed = row.status === 'closed';
  const isMaker = me?.organizations?.four_eyes && row.exception_batches?.created_by === me.id;
  const words = note.trim();
  const press = (action: CaseAction, detail: object = {}) =>
    act.mutate(
      { action, detail: { ...detail, ...(words !== '' && { note: words }) } },
      { onSuccess: () => setNote('') },
    );
  return (
    <Card aria-label="Actions" className="no-print px-5 py-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-2">
        <div>
          <Field label="Note">
            {(wiring) => (
              <TextArea
                {...wiring}
                rows={3}
                maxLength={4000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button disabled={words === ''} busy={act.isPending} onClick={() => press('comment')}>
              Comment
            </Button>
            {row.status === 'open' && (
              <Button
                disabled={words === ''}
                busy={act.isPending}
                onClick={() => press('escalate')}
              >
                Escalate
              </Button>
            )}
            {isClosed && (
              <Button disabled={words === ''} busy={act.isPending} onClick={() => press('reopen')}>
                Reopen
              </Button>
            )}
          </div>
        </div>
        {!isClosed && (
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 sm:grid-cols-2">
            <SelectField
              label="Assigned to"
              value={row.assigned_to ?? NOBODY}
              placeholder="Nobody"
              options={members.map(({ id, email }) => ({ value: id, label: email }))}
              onChange={(assignee) =>
                act.mutate({ action: 'assign', detail: { assignee: assignee || null } })
              }
            />
            <div className="flex items-end gap-2">
              <Field label="Snooze until" className="flex-1">
                {(wiring) => (
                  <Input
                    {...wiring}
                    type="date"
                    value={until}
                    onChange={(event) => setUntil(event.target.value)}
                  />
                )}
              </Field>
              <Button
                disabled={until === ''}
                busy={act.isPending}
                onClick={() => press('snooze', { until: `${until}T00:00:00Z` })}
              >
                Snooze
              </Button>
            </div>
            <SelectField
              label="Outcome"
              value={outcome}
              placeholder="Choose an outcome"
              options={OUTCOMES}
              onChange={setOutcome}
            />
            <ReasonField value={reason} onChange={setReason} none="Choose a reason" />
            <p className="sm:col-span-2">
              <Button
                variant="primary"
                disabled={outcome === '' || reason === '' || isMaker === true}
                busy={act.isPending}
                onClick={() => press('close', { outcome, reason_code: reason })}
              >
                Close case
              </Button>
              {isMaker && (
                <span className="ml-3 text-ink-soft">
                  Maker-checker: another person closes the cases of your analysis.
                </span>
              )}
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
