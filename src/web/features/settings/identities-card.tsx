import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  identitiesQuery,
  offeredQuery,
  type UserIdentity,
  unlinkIdentity,
} from '../../data/account.ts';
import { openClient } from '../../data/client.ts';
import { takeProviderAnswer } from '../../data/provider-answer.ts';
import { formatDay } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { check } from '../../lib/service-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { useConfirmed } from './use-confirmed.tsx';

function useAnswerOfProvider(): void {
  const queries = useQueryClient();
  useEffect(() => {
    takeProviderAnswer().then(
      (taken) => {
        if (!taken) return;
        notice('Identity linked');
        void queries.invalidateQueries({ queryKey: ['account'] });
      },
      (error: unknown) => fail('Error', error),
    );
  }, [queries]);
}

export function IdentitiesCard() {
  useAnswerOfProvider();
  const { data } = useQuery(identitiesQuery);
  const { data: offered = [] } = useQuery(offeredQuery);
  const queries = useQueryClient();
  const { confirmed, dialog } = useConfirmed();
  const unlink = useMutation({
    mutationFn: (identity: UserIdentity) => confirmed(async () => unlinkIdentity(identity)),
    onSuccess: () => notice('Identity unlinked'),
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  const link = useMutation({
    mutationFn: (provider: string) =>
      confirmed(async () =>
        check(
          await (await openClient()).auth.linkIdentity({
            // Providers come from configuration, not from the client's own list.
            provider: provider as 'keycloak',
            options: { redirectTo: `${window.location.origin}/settings` },
          }),
        ),
      ),
    onError: (error) => fail('Error', error),
  });
  const linked = (data ?? []).filter(({ provider }) => provider !== 'email');
  if (!data || (offered.length === 0 && linked.length === 0)) return null;
  return (
    <Card aria-labelledby="identities">
      <CardHead id="identities" title="Linked identities">
        External accounts that can sign in as you.
      </CardHead>
      <ul className="divide-y divide-line border-t border-line">
        {linked.map((identity) => (
          <li key={identity.identity_id} className="flex flex-wrap items-center gap-3 px-5 py-3">
            <span className="min-w-0 flex-1">
              <span className="block break-words">{identity.provider}</span>
              <span className="text-xs text-ink-soft">
                {String(identity.identity_data?.email ?? identity.id)} · linked{' '}
                {formatDay(identity.created_at)}
              </span>
            </span>
            <Button size="small" busy={unlink.isPending} onClick={() => unlink.mutate(identity)}>
              Unlink<span className="sr-only"> {identity.provider}</span>
            </Button>
          </li>
        ))}
        {offered
          .filter((name) => !linked.some(({ provider }) => provider === name))
          .map((name) => (
            <li key={name} className="flex flex-wrap items-center gap-3 px-5 py-3">
              <span className="min-w-0 flex-1 break-words">{name}</span>
              <Button size="small" busy={link.isPending} onClick={() => link.mutate(name)}>
                Link<span className="sr-only"> {name}</span>
              </Button>
            </li>
          ))}
      </ul>
      {dialog}
    </Card>
  );
}
