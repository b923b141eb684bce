import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Run } from '../data/rows.ts';
import { runProgress } from '../data/run-progress.ts';
import { cancelRun, isOpen, runsQuery } from '../data/runs.ts';
import { formatUtc } from '../lib/format.ts';
import { fail } from '../lib/notices.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Progress } from '../ui/progress.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useNow } from '../ui/use-now.ts';
import { runTitle } from './run-title.ts';

const TONE: Record<Run['status'], Tone> = {
  queued: 'secondary',
  running: 'secondary',
  completed: 'good',
  failed: 'danger',
  cancelled: 'warning',
};

export function RunItem({ run, runs }: { run: Run; runs: readonly Run[] }) {
  const open = isOpen(run);
  const now = useNow(open);
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelRun(run.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: runsQuery.queryKey }),
    onError: (error) => fail('Cancel failed', error),
  });
  const cancelling = run.cancel_requested || cancel.isPending;

  return (
    <li className="px-5 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 break-words">{runTitle(run)}</p>
        <Badge tone={TONE[run.status]}>{run.status}</Badge>
      </div>
      {open && (
        <Progress
          className="mt-2"
          label={runTitle(run)}
          share={run.total && run.status === 'running' ? run.done / run.total : null}
        />
      )}
      <div className="mt-1.5 flex items-center justify-between gap-3 text-xs text-ink-soft">
        <p>
          {open && run.stage ? `${run.stage} · ` : ''}
          <time dateTime={run.created_at} title={formatUtc(run.created_at)}>
            {runProgress(run, now, runs)}
          </time>
          {!open && (
            <>
              {' · '}
              <RelativeTime value={run.created_at} title={formatUtc(run.created_at)} />
            </>
          )}
        </p>
        {open && (
          <Button
            size="small"
            variant="ghost"
            busy={cancelling}
            busyLabel="Cancelling"
            onClick={() => cancel.mutate()}
          >
            Cancel<span className="sr-only"> {runTitle(run)}</span>
          </Button>
        )}
      </div>
      {run.error && <p className="mt-1 text-xs break-words text-danger">{run.error}</p>}
    </li>
  );
}
