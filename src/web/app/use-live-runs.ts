import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openClient } from '../data/client.ts';
import { runsQuery } from '../data/runs.ts';

let subscriptions = 0;

/** Progress shows when it happens. Where the line is lost, the list is still asked for now and then. */
export function useLiveRuns(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let left = false;
    let leave = () => {};
    void openClient()
      .then((client) => {
        if (left) return;
        // A topic of its own: the client gives a topic's old channel while that one is being left.
        subscriptions += 1;
        const channel = client
          .channel(`runs ${subscriptions}`)
          .on('postgres_changes', { event: '*', schema: 'public', table: 'runs' }, () => {
            void queries.invalidateQueries({ queryKey: runsQuery.queryKey });
          })
          .subscribe();
        leave = () => void client.removeChannel(channel);
      })
      .catch(() => {});
    return () => {
      left = true;
      leave();
    };
  }, [queries]);
}
