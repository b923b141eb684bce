import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Factor, factorsQuery, removeFactor } from '../../data/own-factors.ts';
import { sessionState } from '../../data/session.ts';
import { formatDay } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { FactorDialog, type FactorKind, KIND_WORDS } from './factor-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useConfirmed } from './use-confirmed.tsx';

const nameOf = (factor: Factor) =>
  factor.friendly_name || KIND_WORDS[factor.factor_type as FactorKind] || factor.factor_type;

export function SecondFactorsCard() {
  const query = useQuery(factorsQuery);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [adding, setAdding] = useState<FactorKind | null>(null);
  const [pendingRemoval, setPendingRemoval] = useState<Factor | null>(null);
  const { confirmed, dialog } = useConfirmed();
  const remove = useMutation({
    mutationFn: (factor: Factor) => confirmed(() => removeFactor(factor.id)),
    onSuccess: async (_, factor) => {
      notice('Second factor removed', nameOf(factor));
      setPendingRemoval(null);
      // A session that was opened with the removed factor must pass another one.
      if ((await sessionState()).needsSecondFactor) await navigate({ to: '/auth' });
    },
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  return (
    <Card aria-labelledby="second-factors">
      <CardHead id="second-factors" title="Second factors">
        Required at sign-in, after the password. An authenticator app or a security key is safer
        than messages to a phone.
      </CardHead>
      <div className="border-t border-line">
        <QueryView
          query={query}
          errorTitle="Your second factors could not be loaded"
          skeletonRows={2}
        >
          {({ factors, codesLeft }) => (
            <>
              {factors.length === 0 ? (
                <EmptyState title="No second factor yet">
                  MFA is off. Add a second factor to protect this account.
                </EmptyState>
              ) : (
                <ul className="divide-y divide-line">
                  {factors.map((factor) => (
                    <li key={factor.id} className="flex flex-wrap items-center gap-3 px-5 py-3">
                      <span className="min-w-0 flex-1">
                        <span className="block break-words">{nameOf(factor)}</span>
                        <span className="text-xs text-ink-soft">
                          Added {formatDay(factor.created_at)}
                        </span>
                      </span>
                      <Badge tone="good">{KIND_WORDS[factor.factor_type as FactorKind]}</Badge>
                      <Button size="small" onClick={() => setPendingRemoval(factor)}>
                        Remove<span className="sr-only"> {nameOf(factor)}</span>
                      </Button>
                    </li>
                  ))}
                </ul>
              )}
              <div className="flex flex-wrap gap-2 border-t border-line px-5 py-4">
                {(Object.keys(KIND_WORDS) as FactorKind[]).map((kind) => (
                  <Button key={kind} onClick={() => setAdding(kind)}>
                    Add {KIND_WORDS[kind].toLowerCase()}
                  </Button>
                ))}
              </div>
              {factors.length > 0 && <RecoveryCodes left={codesLeft} />}
            </>
          )}
        </QueryView>
      </div>
      <FactorDialog kind={adding} onClose={() => setAdding(null)} />
      <ConfirmDialog
        open={pendingRemoval !== null}
        onOpenChange={(open) => !open && setPendingRemoval(null)}
        title={`Remove “${pendingRemoval ? nameOf(pendingRemoval) : ''}”?`}
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={() => pendingRemoval && remove.mutate(pendingRemoval)}
      >
        <p>It is no longer required. Removing the last factor also deletes the recovery codes.</p>
      </ConfirmDialog>
      {dialog}
    </Card>
  );
}
