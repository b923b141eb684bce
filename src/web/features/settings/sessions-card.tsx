import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession, sessionsQuery } from '../../data/account.ts';
import { describeAgent } from '../../lib/describe-agent.ts';
import { formatUtc } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

export function SessionsCard() {
  const query = useQuery(sessionsQuery);
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string | 'others') => (id === 'others' ? endOtherSessions() : endSession(id)),
    onSuccess: (_, id) =>
      notice('Signed out', id === 'others' ? 'All other devices' : 'The other device'),
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  const others = (query.data ?? []).some((session) => !session.is_current);
  return (
    <Card aria-labelledby="sessions">
      <CardHead
        id="sessions"
        title="Active sessions"
        action={
          others && (
            <Button onClick={() => end.mutate('others')} busy={end.isPending}>
              Sign out all others
            </Button>
          )
        }
      >
        Where this account is signed in. Signing a device out takes effect at once.
      </CardHead>
      <div className="border-t border-line">
        <QueryView query={query} errorTitle="Your sessions could not be loaded" skeletonRows={3}>
          {(sessions) => (
            <ul className="divide-y divide-line">
              {sessions.map((session) => (
                <li key={session.id} className="flex flex-wrap items-center gap-3 px-5 py-3">
                  <span className="min-w-0 flex-1">
                    <span className="block break-words">{describeAgent(session.user_agent)}</span>
                    <span className="text-xs text-ink-soft">
                      {session.address ?? 'Unknown address'} · last used{' '}
                      <RelativeTime
                        value={session.last_used_at}
                        title={formatUtc(session.last_used_at)}
                      />
                    </span>
                  </span>
                  {session.is_current ? (
                    <Badge tone="good">This device</Badge>
                  ) : (
                    <Button
                      size="small"
                      onClick={() => end.mutate(session.id)}
                      busy={end.isPending && end.variables === session.id}
                    >
                      Sign out
                      <span className="sr-only">
                        {' '}
                        {describeAgent(session.user_agent)}, {formatUtc(session.last_used_at)}
                      </span>
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </Card>
  );
}
