import { FileJson, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  guaranteeNote,
  kindOf,
  manifestOf,
  rowsWithTruth,
  withheldReason,
} from '../../data/batch-facts.ts';
import { callFunction } from '../../data/call-function.ts';
import { useHasFunction } from '../../data/host-functions.ts';
import type { BatchReport } from '../../data/reports.ts';
import type { Run } from '../../data/rows.ts';
import { shortId } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AlertScoresCard } from './alert-scores-card.tsx';
import { CompareBatches } from './compare-batches.tsx';
import { ReportBody } from './report-body.tsx';
import { RunProgress } from './unfinished-batch.tsx';
import { reportJson } from './verdicts.ts';

export function BatchReportTab(props: {
  loaded: BatchReport;
  measuring: Run | null;
  compare: string | undefined;
  onCompare: (batchId: string | undefined) => void;
}) {
  const { batch, report } = props.loaded;
  useEffect(() => {
    if (report !== null && location.hash !== '') jumpTo(location.hash.slice(1));
  }, [report]);
  if (report === null) {
    return (
      <Card className="px-6 py-6">
        {props.measuring ? (
          <RunProgress run={props.measuring} title="Measuring quality and privacy" />
        ) : (
          <EmptyState title="No report">
            {withheldReason(batch) ??
              (kindOf(batch) === 'learned'
                ? 'Measuring was cancelled or failed. Activity shows the reason.'
                : 'Blends and demo data are not measured.')}
          </EmptyState>
        )}
      </Card>
    );
  }
  const scored = rowsWithTruth(batch);
  const { inferredFormats: formats = {} } = manifestOf(batch).notes ?? {};
  return (
    <>
      <div className="no-print mb-2 flex flex-wrap items-end justify-between gap-3">
        <CompareBatches loaded={props.loaded} other={props.compare} onOther={props.onCompare} />
        <ReportFiles loaded={props.loaded} />
      </div>
      <Contents
        report={report}
        hasFormats={Object.keys(formats).length > 0}
        isScored={scored !== null}
      />
      <ReportBody report={report} own={guaranteeNote(batch)} formats={formats} />
      {scored !== null && <AlertScoresCard batchId={batch.batch_id} rows={scored} />}
    </>
  );
}

function jumpTo(part: string): void {
  const heading = document.getElementById(part);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

function Contents({
  report,
  hasFormats,
  isScored,
}: {
  report: NonNullable<BatchReport['report']>;
  hasFormats: boolean;
  isScored: boolean;
}) {
  const { quality, privacy, from_scratch: scratch } = report;
  const parts = [
    quality?.pictures && quality.pictures.length > 0 && ['pictures', 'Patterns'],
    quality && ['quality', 'Fidelity'],
    quality && quality.overlays.length > 0 && ['columns', 'Columns'],
    quality && quality.trends.length > 0 && ['relations', 'Correlations'],
    quality?.relations && quality.relations.length > 0 && ['tables', 'Tables'],
    quality?.sequences?.histories?.length && ['histories', 'Histories'],
    quality?.rules && quality.rules.length > 0 && ['rules', 'Rules'],
    hasFormats && ['formats', 'Column formats'],
    quality?.fairness && ['fairness', 'Fairness'],
    privacy && ['privacy', 'Disclosure risk'],
    scratch && ['figures', 'Configuration checks'],
    ['not-measured', 'Not measured'],
    isScored && ['score-alerts', 'Score my rules'],
  ].filter((part): part is [string, string] => Array.isArray(part));
  return (
    <nav
      aria-label="Contents of the report"
      className="no-print sticky top-0 z-10 -mx-4 flex gap-x-5 overflow-x-auto border-b border-line bg-paper px-4 py-2.5 whitespace-nowrap max-[899px]:top-14 sm:mx-0 sm:px-0"
    >
      {parts.map(([part, label]) => (
        <LinkButton key={part} onClick={() => jumpTo(part)}>
          {label}
        </LinkButton>
      ))}
    </nav>
  );
}

function ReportFiles({ loaded: { batch, report } }: { loaded: BatchReport }) {
  const [printing, setPrinting] = useState(false);
  const canPrint = useHasFunction('export-report-pdf');
  const id = shortId(batch.batch_id);
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
  if (report === null) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => saveFile(reportJson(report), `report-${id}.json`, 'application/json')}>
        <FileJson aria-hidden /> Save JSON
      </Button>
      {canPrint && (
        <Button busy={printing} busyLabel="Preparing PDF..." onClick={() => void print()}>
          <FileText aria-hidden /> Export PDF
        </Button>
      )}
    </div>
  );
}
