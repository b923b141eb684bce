import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileJson, FileText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isCapReached } from '../../../shared/contracts/report-cap.ts';
import { sealHash } from '../../data/batches.ts';
import { callFunction } from '../../data/call-function.ts';
import { useHasFunction } from '../../data/host-functions.ts';
import { type BatchReport, reportQuery } from '../../data/reports.ts';
import { formatCount, formatScore, formatUtc, shortId } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { usePageTitle } from '../../ui/page-head.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Seal } from '../../ui/seal.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { mechanismOf, withheldReason } from './batch-card.tsx';
import { CapNotice } from './cap-notice.tsx';
import { ReportBody } from './report-body.tsx';
import { capWarning, headline, reportJson } from './verdicts.ts';

/** A batch's report: the seal and the verdict first, then the scores, then every metric. */
export function ReportPage({ batchId, arrived }: { batchId: string; arrived: boolean }) {
  usePageTitle(`Report ${shortId(batchId)}`);
  const report = useQuery(reportQuery(batchId));
  return (
    <>
      <p className="no-print mb-6">
        <Link to="/reports" search={{}} className="link">
          All reports
        </Link>
      </p>
      <QueryView query={report} errorTitle="The report could not be loaded" skeletonRows={10}>
        {(loaded) =>
          loaded === null ? (
            <Card>
              <h1 tabIndex={-1} className="sr-only">
                Report
              </h1>
              <EmptyState
                title="There is no such batch"
                action={
                  <Link to="/reports" search={{}} className={buttonClasses()}>
                    All reports
                  </Link>
                }
              >
                It was deleted, or belongs to another organization.
              </EmptyState>
            </Card>
          ) : (
            <Report loaded={loaded} arrived={arrived} />
          )
        }
      </QueryView>
    </>
  );
}

/** Arrived at from another page, its title gets focus once it is there, so that it is heard. */
function Report(props: { loaded: BatchReport; arrived: boolean }) {
  const { batch, report } = props.loaded;
  const { arrived } = props;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) title.current?.focus({ preventScroll: true });
  }, [arrived]);
  const [printing, setPrinting] = useState(false);
  const canPrint = useHasFunction('export-report-pdf');
  const id = shortId(batch.batch_id);
  const blend = batch.entity_type === 'blend';
  const withheld = withheldReason(batch);
  const capText = report ? capWarning(report) : isCapReached(withheld) ? withheld : null;
  const print = async () => {
    setPrinting(true);
    try {
      const pdf = await callFunction<Blob>('export-report-pdf', { batch_id: batch.batch_id });
      saveFile(pdf, `report-${id}.pdf`);
      notice('Export ready', `report-${id}.pdf`);
    } catch (error) {
      fail('Error', error);
    }
    setPrinting(false);
  };
  return (
    <article>
      <header className="flex flex-wrap items-center gap-x-8 gap-y-5 border-b border-line pb-8">
        <Seal hash={sealHash(batch)} size={148} label={`Seal of batch ${id}`} />
        <div className="min-w-0 flex-1 basis-80">
          <h1 ref={title} tabIndex={-1} className="text-xl sm:text-2xl">
            {blend && !report ? 'A blend is not scored' : headline(report)}
          </h1>
          <p className="mt-2 text-ink-soft">
            {formatCount(batch.record_count)} {blend ? 'blended rows' : batch.entity_type},{' '}
            {formatUtc(batch.created_at)}
          </p>
          <p className="mt-1">
            <CopyId id={batch.batch_id} what="batch id" />
          </p>
        </div>
        {report && (
          <div className="no-print flex flex-wrap gap-2">
            <Button
              onClick={() => saveFile(reportJson(report), `report-${id}.json`, 'application/json')}
            >
              <FileJson aria-hidden /> Save JSON
            </Button>
            {canPrint && (
              <Button busy={printing} busyLabel="Preparing PDF..." onClick={() => void print()}>
                <FileText aria-hidden /> Export PDF
              </Button>
            )}
          </div>
        )}
      </header>
      <dl className="grid border-b border-line sm:grid-cols-2">
        <BigScore label="Quality Score" value={formatScore(batch.quality_score)} note={null} />
        <BigScore
          label="Privacy Score"
          value={formatScore(batch.privacy_score)}
          note={report?.privacy?.reason ?? report?.from_scratch?.privacy.reason ?? withheld}
        />
      </dl>
      {capText && <CapNotice text={capText} manifestId={batch.manifest_id} />}
      {report ? (
        <ReportBody report={report} mechanism={mechanismOf(batch)} />
      ) : (
        <EmptyState title="Nothing has been measured for this batch">
          {blend
            ? 'A blend holds real rows beside synthetic ones: its likeness to the original would partly be the original itself, and no privacy is claimed for it. Synthetic rows alone, generated from the same dataset, are measured.'
            : 'A batch shaped by an upload is measured against it in a run of its own, which begins when the rows are made. Demo batches are not measured.'}
        </EmptyState>
      )}
    </article>
  );
}

function BigScore(props: { label: string; value: string; note: string | null }) {
  return (
    <div className="border-line py-6 sm:px-8 sm:first:pl-0 sm:[&+&]:border-l">
      <dt className="text-ink-soft">{props.label}</dt>
      <dd className="figure-serif mt-1 text-2xl">{props.value}</dd>
      {props.note && <dd className="mt-1 max-w-[60ch] text-ink-soft">{props.note}</dd>}
    </div>
  );
}
