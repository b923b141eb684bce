import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DatasetKind } from '../../../shared/statuses.ts';
import { datasetName, resultsQuery } from '../../data/analysis-results.ts';
import type { AnalysisResult } from '../../data/rows.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { textColumn, timestampColumn } from '../../ui/columns.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ResultDialog } from './result-dialog.tsx';

export function ResultsCard({ kinds }: { kinds?: readonly DatasetKind[] }) {
  const results = useQuery(resultsQuery(kinds));
  const [open, setOpen] = useState<AnalysisResult | null>(null);
  const columns: Column<AnalysisResult>[] = [
    {
      id: 'dataset',
      header: 'Dataset',
      sort: datasetName,
      className: 'min-w-48',
      cell: (row) => (
        <LinkButton className="wrap-anywhere" onClick={() => setOpen(row)}>
          {datasetName(row)}
        </LinkButton>
      ),
    },
    textColumn('analysis_type', 'Analysis Type', 'whitespace-nowrap'),
    {
      id: 'clusters',
      header: 'Clusters',
      sort: (row) => row.clusters?.count,
      cell: (row) => row.clusters?.count ?? 'N/A',
      numeric: true,
    },
    {
      id: 'anomalies',
      header: 'Top Anomalies',
      sort: (row) => row.anomaly_scores.length,
      cell: (row) => row.anomaly_scores.length,
      numeric: true,
    },
    timestampColumn('Date'),
  ];
  return (
    <Card aria-labelledby="results">
      <CardHead id="results" title="Analysis results" />
      <div className="border-t border-line">
        <QueryView query={results} errorTitle="The results could not be loaded">
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                title="No analysis yet"
                action={
                  <Link to="/ingestion" className={buttonClasses()}>
                    Go to Ingestion
                  </Link>
                }
              >
                Upload a dataset, then press Analyze next to it.
              </EmptyState>
            ) : (
              <DataTable
                label="Analysis results"
                columns={columns}
                rows={rows}
                rowKey={(row) => row.id}
              />
            )
          }
        </QueryView>
      </div>
      <ResultDialog result={open} onClose={() => setOpen(null)} />
    </Card>
  );
}
