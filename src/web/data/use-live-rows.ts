import { useEffect, useRef } from 'react';
import { whenIdle } from '../lib/when-idle.ts';
import { openRealtime } from './open-realtime.ts';

let subscriptions = 0;

/** Calls `onChange` when a row that the caller may see changes, or when changes may have been missed. */
export function useLiveRows(
  { table, filter }: { table: string; filter?: string },
  onChange: () => void,
): void {
  const newest = useRef(onChange);
  useEffect(() => {
    newest.current = onChange;
  });
  useEffect(() => {
    let left = false;
    let leave = () => {};
    const subscribe = () =>
      openRealtime().then((realtime) => {
        if (left) return;
        // A topic of its own: the client gives a topic's old channel while that one is being left.
        subscriptions += 1;
        const channel = realtime
          .channel(`${table} ${subscriptions}`)
          .on(
            'postgres_changes',
            { event: '*', schema: 'public', table, ...(filter !== undefined && { filter }) },
            () => newest.current(),
          )
          .subscribe();
        leave = () => void realtime.removeChannel(channel);
      });
    // The page shows the rows that it has just asked for before it opens a line for the next ones.
    const cancel = whenIdle(() => void subscribe().catch(() => {}));
    return () => {
      left = true;
      cancel();
      leave();
    };
  }, [table, filter]);
}
