import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BatchDownload } from '../../components/batch-download.tsx';
import { ScoreWord } from '../../components/score.tsx';
import { batchTitle, scoreState } from '../../data/batch-facts.ts';
import { sealHash } from '../../data/manifest-hash.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount, formatUtc } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { Seal } from '../../ui/seal.tsx';

export function BatchCard({ batch, measuring }: { batch: GenerationLog; measuring: boolean }) {
  const privacy = scoreState(batch, 'privacy_score', measuring);
  const quality = scoreState(batch, 'quality_score', measuring);
  const missing = [privacy, quality].find((state) => state.kind === 'none');
  const reason = missing?.kind === 'none' ? missing.reason : null;
  const title = batchTitle(batch);
  return (
    <li className="flex flex-col rounded-md border border-line bg-surface">
      <div className="flex items-start gap-4 px-5 pt-5">
        <Seal hash={sealHash(batch)} size={64} />
        <div className="min-w-0 flex-1">
          <div className="flex items-start justify-between gap-3">
            <h2 className="min-w-0 text-base wrap-anywhere">
              <Link to="/reports" search={{ batch: batch.batch_id }} className="hover:underline">
                {title}
              </Link>
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
        <Score label="Records Generated">{formatCount(batch.record_count)}</Score>
        <Score label="Privacy Score">
          <ScoreWord state={privacy} />
        </Score>
        <Score label="Quality Score">
          <ScoreWord state={quality} />
        </Score>
      </dl>
      {(reason || batch.error) && (
        <p className="border-t border-line px-5 py-2 text-xs text-ink-soft">
          {batch.error ?? reason}
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-2.5">
        {batch.report_url ? (
          <Link to="/reports" search={{ batch: batch.batch_id, tab: 'report' }} className="link">
            View Full Report
            <span className="sr-only">
              {' '}
              of {title}, batch {batch.batch_id.slice(0, 8)}
            </span>
          </Link>
        ) : (
          <Link to="/reports" search={{ batch: batch.batch_id }} className="link">
            Open batch<span className="sr-only"> {title}</span>
          </Link>
        )}
        <BatchDownload batch={batch} title={title} size="small" />
      </div>
    </li>
  );
}

function Score(props: { label: string; children: ReactNode }) {
  return (
    <div className="row-span-2 grid min-w-0 grid-rows-subgrid border-l border-line px-3 py-3 first:border-l-0 sm:px-5">
      <dt className="text-xs text-ink-soft">{props.label}</dt>
      <dd className="figure-serif mt-0.5 text-sm sm:text-base">{props.children}</dd>
    </div>
  );
}
