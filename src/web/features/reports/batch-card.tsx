import { Link } from '@tanstack/react-router';
import { sealHash } from '../../data/batches.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount, formatScore, formatUtc } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { Seal } from '../../ui/seal.tsx';

/** How the batch's model was learned, where it was with a guarantee. */
export function mechanismOf(batch: Pick<GenerationLog, 'manifest'>): string | null {
  const notes = batch.manifest?.notes as { privacy?: { mechanism?: string } } | undefined;
  return notes?.privacy?.mechanism ?? null;
}

/** Why a score is missing, where the manifest says it. */
export function withheldReason(batch: Pick<GenerationLog, 'manifest'>): string | null {
  const notes = batch.manifest?.notes as Record<string, unknown> | undefined;
  const reason = notes?.privacyWithheld ?? batch.manifest?.privacy_withheld;
  return typeof reason === 'string' ? reason : null;
}

/** One batch: its status, how much it holds, its two scores, and the way to its report. */
export function BatchCard({ batch }: { batch: GenerationLog }) {
  const reason = batch.privacy_score === null ? withheldReason(batch) : null;
  return (
    <li className="flex flex-col rounded-md border border-line bg-surface">
      <div className="flex items-start gap-4 px-5 pt-5">
        <Seal hash={sealHash(batch)} size={64} />
        <div className="min-w-0 flex-1">
          <div className="flex items-start justify-between gap-3">
            <h2 className="text-base">
              {batch.entity_type.charAt(0).toUpperCase() + batch.entity_type.slice(1)}
            </h2>
            <Badge tone={batch.status === 'completed' ? 'default' : 'secondary'}>
              {batch.status}
            </Badge>
          </div>
          <CopyId id={batch.batch_id} shown={batch.batch_id.slice(0, 8)} what="batch id" />
          <p className="text-xs text-ink-soft">{formatUtc(batch.created_at)}</p>
        </div>
      </div>
      <dl className="mt-4 grid flex-1 grid-cols-3 grid-rows-[auto_1fr] border-t border-line">
        <Score label="Records Generated" value={formatCount(batch.record_count)} />
        <Score label="Privacy Score" value={formatScore(batch.privacy_score)} />
        <Score label="Quality Score" value={formatScore(batch.quality_score)} />
      </dl>
      {(reason || batch.error) && (
        <p className="border-t border-line px-5 py-2 text-xs text-ink-soft">
          {reason ?? batch.error}
        </p>
      )}
      {batch.report_url && (
        <Link
          to="/reports"
          search={{ batch: batch.batch_id }}
          className="link mt-auto border-t border-line px-5 py-3"
        >
          View Full Report<span className="sr-only"> of batch {batch.batch_id.slice(0, 8)}</span>
        </Link>
      )}
    </li>
  );
}

function Score(props: { label: string; value: string }) {
  return (
    <div className="row-span-2 grid grid-rows-subgrid border-l border-line px-4 py-3 first:border-l-0 sm:px-5">
      <dt className="text-xs text-ink-soft">{props.label}</dt>
      <dd className="figure-serif mt-0.5 text-lg">{props.value}</dd>
    </div>
  );
}
