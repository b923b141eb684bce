import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OpenCaseAnswer } from '../../../shared/contracts/cases.ts';
import { CASE_OUTCOMES, type CaseOutcome } from '../../../shared/statuses.ts';
import { AccountTimeline } from '../../charts/account-timeline.tsx';
import { NetworkChart } from '../../charts/network-chart.tsx';
import { exportCase, openCaseQuery } from '../../data/cases.ts';
import { formatCount, formatDay, shortId } from '../../lib/format.ts';
import { fail } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { CaseNarrative, narrativeText, RowList, ShowRow } from './case-narrative.tsx';
import { CaseSection } from './case-section.tsx';
import { TimelineRows, UsualTable } from './case-tables.tsx';

/** Facts about the rows of a case, from the file that was analyzed. */
export function CaseFacts({ id }: { id: string }) {
  const facts = useQuery(openCaseQuery(id));
  return (
    <QueryView query={facts} errorTitle="The rows of the case could not be read" skeletonRows={12}>
      {(found) => <Facts found={found} />}
    </QueryView>
  );
}

function Facts({ found }: { found: OpenCaseAnswer }) {
  const { drawn, network, checks, earlier } = found;
  const [shown, setShown] = useState<{ row: number } | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const place = document.getElementById(`row-${shown.row}`) ?? document.getElementById('network');
    place?.scrollIntoView({ block: 'center' });
    place?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <ShowRow value={(row) => setShown({ row })}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:grid-cols-2">
        <CaseSection title="Why it stands out">
          <ul className="list-disc space-y-1.5 pl-5">
            {found.reasons.map(({ row, sentence }) => (
              <li key={`${row} ${sentence}`}>
                {sentence} <RowList rows={[row]} />
              </li>
            ))}
          </ul>
        </CaseSection>
        <CaseSection title="What to check next">
          <ul className="list-disc space-y-1.5 pl-5">
            {checks.map((check) => (
              <li key={check}>{check}</li>
            ))}
          </ul>
        </CaseSection>
      </div>
      <CaseSection title="Beside what is usual">
        <UsualTable usual={found.usual} />
      </CaseSection>
      {drawn !== null && (
        <CaseSection title="Timeline">
          <AccountTimeline
            drawn={drawn}
            origin={found.kind === 'synthetic' ? 'synthetic' : 'real'}
            marked={found.rows}
          />
          <TimelineRows drawn={drawn} flagged={found.rows} shown={shown?.row} />
        </CaseSection>
      )}
      <section
        aria-label="Network"
        id="network"
        tabIndex={-1}
        className="border-b border-line py-7"
      >
        {network.transfers.length === 0 ? (
          <p className="text-ink-soft">
            The rows name no counterparty accounts, so there is no network to draw.
          </p>
        ) : (
          <NetworkChart network={network} subject={found.subject} shown={shown} />
        )}
      </section>
      <CaseSection title="Earlier cases of the same accounts">
        <Earlier earlier={earlier} />
      </CaseSection>
      <CaseSection title="Narrative" action={<NarrativeFiles found={found} />}>
        <CaseNarrative narrative={found.narrative} />
        {found.is_cut && (
          <p className="mt-3 text-warning">
            Only the first {formatCount(found.rows_read)} rows of these accounts were read.
          </p>
        )}
      </CaseSection>
    </ShowRow>
  );
}

function Earlier({ earlier }: Pick<OpenCaseAnswer, 'earlier'>) {
  if (earlier.length === 0) return <p className="text-ink-soft">None.</p>;
  return (
    <ul className="space-y-1.5">
      {earlier.map(({ id, subject, status, outcome, created_at }) => (
        <li key={id} className="flex flex-wrap gap-x-4">
          <Link to="/exceptions" search={{ case: id }} className="link">
            {subject}
          </Link>
          <span className="text-ink-soft">
            {formatDay(created_at)}, {status}
            {outcome ? `: ${CASE_OUTCOMES[outcome as CaseOutcome]}` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}

function NarrativeFiles({ found }: { found: OpenCaseAnswer }) {
  const [busy, setBusy] = useState(false);
  const name = `case-${shortId(found.case_id)}`;
  const print = async () => {
    setBusy(true);
    try {
      saveFile(await exportCase(found.case_id), `${name}.pdf`);
    } catch (error) {
      fail('Error', error);
    }
    setBusy(false);
  };
  return (
    <div className="no-print flex flex-wrap gap-2">
      <Button
        size="small"
        onClick={() => saveFile(narrativeText(found), `${name}.txt`, 'text/plain')}
      >
        Save text
      </Button>
      <Button size="small" busy={busy} busyLabel="Preparing PDF..." onClick={() => void print()}>
        <FileText aria-hidden /> Export PDF
      </Button>
    </div>
  );
}
