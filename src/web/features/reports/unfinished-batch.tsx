import { useQuery } from '@tanstack/react-query';
import type { GenerationLog, Run } from '../../data/rows.ts';
import { runProgress } from '../../data/run-progress.ts';
import { isOpen, runsQuery } from '../../data/runs.ts';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ExternalJob } from './external-job.tsx';

export function UnfinishedBatch({ batch, run }: { batch: GenerationLog; run: Run | null }) {
  if (batch.status === 'failed' || batch.status === 'cancelled') {
    return (
      <Card className="mt-7">
        <EmptyState
          title={
            batch.status === 'failed'
              ? 'The batch could not be generated'
              : 'The batch was cancelled'
          }
        >
          {batch.error ?? 'No rows or files were stored.'}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card className="mt-7 px-6 py-8">
      <RunProgress run={run} title="Generating" />
      <p className="mt-4 max-w-[72ch] text-ink-soft">
        You can leave this page: the batch continues, and Activity shows its progress.
      </p>
      {run?.subject.external !== undefined && isOpen(run) && <ExternalJob runId={run.id} />}
    </Card>
  );
}

export function RunProgress({ run, title }: { run: Run | null; title: string }) {
  const running = run && isOpen(run) ? run : null;
  const now = useNow(running !== null);
  const runs = useQuery(runsQuery);
  const share =
    running?.total && running.status === 'running' ? running.done / running.total : null;
  return (
    <div role="status">
      <p className="mb-2 flex flex-wrap justify-between gap-x-6">
        <span>
          {title}
          {running?.stage && running.stage !== title.toLowerCase() ? `: ${running.stage}` : ''}
        </span>
        {running && <span className="text-ink-soft">{runProgress(running, now, runs.data)}</span>}
      </p>
      <Progress label={title} share={share} />
    </div>
  );
}
