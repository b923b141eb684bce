import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CaseRow, caseStateQuery } from '../../data/cases.ts';
import { formatCount, formatUtc } from '../../lib/format.ts';
import { usePageTitle } from '../../ui/page-head.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CaseActions } from './case-actions.tsx';
import { CaseEvents } from './case-events.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseSection } from './case-section.tsx';
import { CaseStatusBadge } from './case-status-badge.tsx';

/** Page of one case: state and actions, the facts about its rows, and its narrative. */
export function CasePage({ id }: { id: string }) {
  const state = useQuery(caseStateQuery(id));
  return (
    <QueryView query={state} errorTitle="The case could not be loaded">
      {(found) =>
        found === null ? (
          <EmptyState title="Case not found" action={<AllExceptions />}>
            Its analysis was deleted, or it belongs to another organization.
          </EmptyState>
        ) : (
          <>
            <CaseHead row={found.row} />
            <CaseActions row={found.row} />
            <CaseFacts id={id} />
            <CaseSection title="History">
              <CaseEvents events={found.events} />
            </CaseSection>
          </>
        )
      }
    </QueryView>
  );
}

const AllExceptions = () => (
  <Link to="/exceptions" className="link">
    All exceptions
  </Link>
);

function CaseHead({ row }: { row: CaseRow }) {
  const title = `Case of ${row.subject_column} ${row.subject}`;
  usePageTitle(title);
  return (
    <header className="mb-5">
      <p className="mb-2">
        <AllExceptions />
      </p>
      <h1 tabIndex={-1} className="text-xl wrap-anywhere">
        {title}
      </h1>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
        <CaseStatusBadge row={row} />
        <span>{formatCount(row.rows.length)} flagged rows</span>
        <span>opened {formatUtc(row.created_at)}</span>
        {row.exception_batches && (
          <Link to="/exceptions" search={{ batch: row.batch_id }} className="link">
            {row.exception_batches.batch_name}
          </Link>
        )}
      </p>
    </header>
  );
}
