import { useEffect, useRef } from 'react';
import { whenIdle } from '../lib/when-idle.ts';
import { openRealtime } from './open-realtime.ts';

/** Row after and before a change; both empty where the server sends none. */
export type RowChange = { new: object; old: object };

let subscriptions = 0;

/** Calls `onChange` when a visible row changes, or when changes may have been missed. */
export function useLiveRows(
  { table, filter }: { table: string; filter?: string },
  onChange: (change: RowChange) => void,
): void {
  const newest = useRef(onChange);
  useEffect(() => {
    newest.current = onChange;
  });
  useEffect(() => {
    let isClosed = false;
    let leave = () => {};
    const subscribe = () =>
      openRealtime().then((realtime) => {
        if (isClosed) return;
        // Use a unique topic: the client would return the old channel of a topic that is being
        // left.
        subscriptions += 1;
        const channel = realtime
          .channel(`${table} ${subscriptions}`)
          .on(
            'postgres_changes',
            { event: '*', schema: 'public', table, ...(filter !== undefined && { filter }) },
            (change) => newest.current(change),
          )
          .subscribe();
        leave = () => void realtime.removeChannel(channel);
      });
    // Subscribe after the first rows are shown.
    const cancel = whenIdle(() => void subscribe().catch(() => {}));
    return () => {
      isClosed = true;
      cancel();
      leave();
    };
  }, [table, filter]);
}
