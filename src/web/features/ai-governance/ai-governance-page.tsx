import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { APPROVAL_LABELS } from '../../../shared/statuses.ts';
import { LogState } from '../../components/log-state.tsx';
import { governanceQuery } from '../../data/governance.ts';
import type { GovernanceRecord } from '../../data/rows.ts';
import { notice } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { withSearch } from '../../lib/search.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ListFilters } from '../../ui/list-filters.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { auditCsv, auditFilename } from './audit-csv.ts';
import { AuditFigures } from './audit-figures.tsx';
import { AuditTable } from './audit-table.tsx';
import { exportPdf } from './export-pdf.ts';
import { filterRecords } from './filter-records.ts';
import { RecordDialog } from './record-dialog.tsx';

const route = getRouteApi('/session/ai-governance');

const TABS = [
  { value: 'audit', label: 'Audit Trail' },
  { value: 'evidence', label: 'Evidence Vault' },
] as const;

export function AiGovernancePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Refetch at each visit: after a run, users look for its new record.
  const records = useQuery({ ...governanceQuery, staleTime: 0 });
  const filter = (changes: Parameters<typeof withSearch<typeof search>>[1]) =>
    void navigate({ replace: true, search: (rest) => withSearch(rest, changes) });

  const opened = records.data?.find((record) => record.run_id === search.run);

  return (
    <>
      <PageHead page="/ai-governance" action={<Exports records={records.data} />}>
        Every model run on record: inputs, performance and risk, and who approved it.
      </PageHead>
      <LogState />
      <AuditFigures records={records.data} />
      <Tabs
        label="AI governance"
        value="audit"
        tabs={TABS}
        onChange={(value) => value === 'evidence' && void navigate({ to: '/evidence-vault' })}
      >
        <TabPanel value="audit">
          <ListFilters
            search={{
              label: 'Search by model, dataset or run ID',
              typed: search.q ?? '',
              onTyped: (typed) => filter({ q: typed || undefined }),
            }}
            choice={{
              label: 'Approval status',
              all: 'Any status',
              labels: APPROVAL_LABELS,
              value: search.status,
              onChoose: (status) => filter({ status }),
            }}
          />
          <Card aria-label="Audit trail">
            <QueryView query={records} errorTitle="Error loading audit entries">
              {(loaded) => {
                if (loaded.length === 0) return <NoRecords />;
                const filtered = filterRecords(loaded, {
                  typed: search.q ?? '',
                  status: search.status,
                });
                return filtered.length === 0 ? (
                  <EmptyState
                    title="No record matches"
                    action={
                      <Button onClick={() => filter({ q: undefined, status: undefined })}>
                        Clear filters
                      </Button>
                    }
                  />
                ) : (
                  <AuditTable
                    records={filtered}
                    sort={search.sort}
                    onSort={(sort) => filter({ sort })}
                    onOpen={(run) => void navigate({ search: (rest) => ({ ...rest, run }) })}
                  />
                );
              }}
            </QueryView>
          </Card>
        </TabPanel>
      </Tabs>
      <RecordDialog
        record={opened}
        gone={search.run !== undefined && !opened && records.isSuccess && !records.isFetching}
        onClose={() => void navigate({ search: ({ run: _run, ...rest }) => rest })}
      />
    </>
  );
}

function Exports({ records }: { records: readonly GovernanceRecord[] | undefined }) {
  const [printing, setPrinting] = useState(false);
  const exportCsv = () => {
    if (records === undefined) return;
    const filename = auditFilename(new Date());
    saveFile(auditCsv(records), filename);
    notice('Export ready', `${filename}: ${records.length} records.`);
  };
  const print = async () => {
    setPrinting(true);
    await exportPdf();
    setPrinting(false);
  };
  return (
    <>
      <Button onClick={exportCsv} disabled={records === undefined}>
        <Download aria-hidden /> Export CSV
      </Button>
      <Button onClick={() => void print()} busy={printing} busyLabel="Preparing PDF...">
        <FileText aria-hidden /> Export PDF
      </Button>
    </>
  );
}

function NoRecords() {
  return (
    <EmptyState
      title="No model runs yet"
      action={
        <Link to="/ingestion" className={buttonClasses({ variant: 'primary' })}>
          Go to Ingestion
        </Link>
      }
    >
      Each trained model and each analysis adds a record.
    </EmptyState>
  );
}
