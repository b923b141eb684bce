import { useQuery } from '@tanstack/react-query';
import { externalJobQuery } from '../../data/external-job.ts';
import { useIsAdmin } from '../../data/profile.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { QueryView } from '../../ui/query-view.tsx';

export function ExternalJob({ runId }: { runId: string }) {
  const isAdmin = useIsAdmin();
  const job = useQuery({ ...externalJobQuery(runId), enabled: isAdmin });
  if (!isAdmin)
    return <p className="mt-4 text-ink-soft">An administrator starts the job on your cluster.</p>;
  return (
    <section className="mt-6" aria-labelledby="external-job">
      <h2 id="external-job" className="text-base">
        Start this job on your cluster
      </h2>
      <QueryView query={job} errorTitle="The job is not ready" skeletonRows={4}>
        {({ shards, tasks, missing, store, slurm, kubernetes }) => (
          <div className="mt-3 space-y-5">
            <p className="max-w-[72ch] text-ink-soft">
              It generates {shards === 1 ? 'one shard' : `${shards} shards`} in{' '}
              {tasks === 1 ? 'one task' : `${tasks} tasks`} from the plan in{' '}
              <code className="font-mono text-xs break-all text-ink">{store}</code>. A restarted
              task resumes where it stopped. Results are collected every ten seconds.
            </p>
            <p>
              Missing shards:{' '}
              <span className="font-mono text-xs break-all">
                {missing === '' ? 'none' : missing}
              </span>
            </p>
            <div>
              <h3 className="mb-2">Slurm</h3>
              <CodeBlock label="line for Slurm" code={slurm} />
            </div>
            {kubernetes !== null && (
              <div>
                <h3 className="mb-2">Kubernetes</h3>
                <p className="mb-2 max-w-[72ch] text-ink-soft">
                  For <code className="font-mono text-xs">kubectl apply -f -</code>. Set the image
                  to the one that your cluster pulls.
                </p>
                <CodeBlock label="Job for Kubernetes" code={JSON.stringify(kubernetes, null, 2)} />
              </div>
            )}
          </div>
        )}
      </QueryView>
    </section>
  );
}
