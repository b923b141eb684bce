import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { datasetName, resultsQuery } from '../../data/analysis-results.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { useHasFunction } from '../../data/host-functions.ts';
import { sealHash } from '../../data/manifest-hash.ts';
import type { AnalysisResult } from '../../data/rows.ts';
import { formatCount, formatUtc } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { BatchId } from '../../ui/batch-id.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { BlendDialog } from './blend-dialog.tsx';
import { DatasetsToAnalyze } from './datasets-to-analyze.tsx';
import { GenerateButtons } from './generate-buttons.tsx';

const SHOWN = 5;

const columns: Column<AnalysisResult>[] = [
  {
    id: 'dataset',
    header: 'Dataset',
    cell: (row) =>
      row.data_kind !== 'synthetic' ? (
        datasetName(row)
      ) : (
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          Synthetic
          {row.batch_id && (
            <BatchId
              id={row.batch_id}
              hash={sealHash({
                batch_id: row.batch_id,
                manifest: row.generation_logs?.manifest ?? null,
              })}
            />
          )}
        </span>
      ),
    className: 'min-w-48 wrap-anywhere',
  },
  { id: 'type', header: 'Type', cell: (row) => row.analysis_type },
  { id: 'status', header: 'Status', cell: () => <Badge tone="good">Analyzed</Badge> },
  {
    id: 'created_at',
    header: 'Date',
    cell: (row) => <time dateTime={row.created_at}>{formatUtc(row.created_at)}</time>,
    className: 'whitespace-nowrap',
  },
];

export function BlendPanel() {
  const datasets = useQuery(datasetsQuery);
  const results = useQuery(resultsQuery(['blend', 'synthetic']));
  const [blending, setBlending] = useState(false);
  const canBlend = useHasFunction('create-blend');
  const available = (datasets.data ?? []).filter((dataset) => dataset.kind === 'upload');
  const blends = (datasets.data ?? []).filter((dataset) => dataset.kind === 'blend');
  return (
    <div className="space-y-6">
      <div className="grid items-start gap-6 xl:grid-cols-[1.15fr_1fr]">
        <Card aria-labelledby="blend-generate">
          <CardHead
            id="blend-generate"
            title="Generate synthetic data"
            action={<OriginMark origin="synthetic" />}
          />
          <GenerateButtons entities={['customers', 'accounts', 'transactions']} />
        </Card>
        <Card aria-labelledby="blend-real">
          <CardHead
            id="blend-real"
            title="Blend with real data"
            action={<OriginMark origin="blend" />}
          >
            A blend combines real rows without direct identifiers and synthetic rows, each tagged.
          </CardHead>
          <div className="border-t border-line px-5 py-4">
            <p>
              <span className="figure-serif text-xl">{formatCount(available.length)}</span>{' '}
              {available.length === 1 ? 'dataset' : 'datasets'} available for blending
            </p>
            <div className="mt-4 flex flex-wrap gap-2">
              <Link to="/ingestion" className={buttonClasses()}>
                Upload Data
              </Link>
              {canBlend && (
                <Button
                  variant="primary"
                  disabled={available.length === 0}
                  onClick={() => setBlending(true)}
                >
                  Create Blend
                </Button>
              )}
            </div>
          </div>
        </Card>
      </div>
      {blends.length > 0 && (
        <Card aria-labelledby="recent-blends">
          <CardHead id="recent-blends" title="Recent blends">
            Analysis finds patterns and anomalies. Flagged rows go to Exceptions.
          </CardHead>
          <div className="border-t border-line">
            <DatasetsToAnalyze datasets={blends} all={datasets.data ?? []} />
          </div>
        </Card>
      )}
      <Card aria-labelledby="blend-results">
        <CardHead id="blend-results" title="Recent blended analysis" />
        <div className="border-t border-line">
          <QueryView query={results} errorTitle="The results could not be loaded">
            {(rows) =>
              rows.length === 0 ? (
                <EmptyState title="No blended analysis yet">
                  Create a blend and analyze it here, or analyze a batch of synthetic transactions
                  in Synthetic mode.
                </EmptyState>
              ) : (
                <DataTable
                  label="Recent blended analysis"
                  columns={columns}
                  rows={rows.slice(0, SHOWN)}
                  rowKey={(row) => row.id}
                />
              )
            }
          </QueryView>
        </div>
      </Card>
      <BlendDialog open={blending} datasets={available} onClose={() => setBlending(false)} />
    </div>
  );
}
