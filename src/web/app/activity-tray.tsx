import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { isOpen, runsQuery } from '../data/runs.ts';
import { useLiveRows } from '../data/use-live-rows.ts';
import { messageOf } from '../lib/service-error.ts';
import { buttonClasses } from '../ui/button.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { RunItem } from './run-item.tsx';
import { runTitle } from './run-title.ts';

export function ActivityTray() {
  const queries = useQueryClient();
  // Progress is pushed. Poll occasionally in case the connection is lost.
  useLiveRows(
    { table: 'runs' },
    () => void queries.invalidateQueries({ queryKey: runsQuery.queryKey }),
  );
  const runs = useQuery(runsQuery);
  const [open, setOpen] = useState(false);
  const openRuns = runs.data?.filter(isOpen) ?? [];
  useRefreshWhenRunsEnd();

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={buttonClasses({ size: 'small', className: 'w-full justify-start!' })}
      >
        <Activity aria-hidden className={openRuns.length > 0 ? 'text-action' : 'text-ink-soft'} />
        Activity
        <span className="ml-auto text-ink-soft">
          {openRuns.length > 0 ? `${openRuns.length} running` : 'Idle'}
        </span>
      </Popover.Trigger>
      <p role="status" className="sr-only">
        {openRuns.map((run) => `${runTitle(run)}: ${run.stage ?? run.status}`).join('. ')}
      </p>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          aria-label="Activity"
          tabIndex={0}
          className="fade-in z-50 max-h-[min(560px,80dvh)] w-[min(400px,calc(100vw-24px))] overflow-y-auto rounded-md border border-line bg-surface"
        >
          <h2 className="px-5 pt-4 pb-1 text-base">Activity</h2>
          {runs.isPending ? (
            <SkeletonRows rows={3} />
          ) : runs.isError ? (
            <ErrorState
              title="Activity could not be loaded"
              message={messageOf(runs.error)}
              onRetry={() => void runs.refetch()}
            />
          ) : runs.data.length === 0 ? (
            <p className="px-5 pt-1 pb-5 text-ink-soft">
              Nothing has run yet. Long-running jobs appear here on every page.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {runs.data.map((run) => (
                <RunItem key={run.id} run={run} runs={runs.data} />
              ))}
            </ul>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Refetches the results of a run when it ends, on every page that shows them. */
function useRefreshWhenRunsEnd(): void {
  const { data } = useQuery(runsQuery);
  const queries = useQueryClient();
  const over = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!data) return;
    const before = over.current;
    const now = new Set(data.filter((run) => !isOpen(run)).map((run) => run.id));
    over.current = now;
    // A quick run may be finished when it is first seen.
    if (before && [...now].some((id) => !before.has(id)))
      void queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'runs' });
  }, [data, queries]);
}
