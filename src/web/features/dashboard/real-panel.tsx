import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { datasetsQuery } from '../../data/datasets.ts';
import { formatCount } from '../../lib/format.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Analyzable, useAnalyze } from './analysis.ts';
import { AnalyzeButtons } from './analyze-buttons.tsx';
import { ResultsCard } from './results-card.tsx';
import { ThresholdDialog } from './threshold-dialog.tsx';

const RECENT = 5;

/** Real mode: the newest datasets to analyze, and what analyses found. */
export function RealPanel() {
  const datasets = useQuery(datasetsQuery);
  const analyze = useAnalyze();
  const [chosen, setChosen] = useState<Analyzable | null>(null);
  return (
    <div className="space-y-6">
      <Card aria-labelledby="recent-datasets">
        <CardHead
          id="recent-datasets"
          title="Recent datasets"
          action={
            <Link to="/ingestion" className={buttonClasses({ variant: 'primary' })}>
              Upload Data
            </Link>
          }
        >
          Analysis finds patterns and anomalies. Flagged rows go to Exceptions.
        </CardHead>
        <div className="border-t border-line">
          <QueryView query={datasets} errorTitle="Error loading manifests" skeletonRows={RECENT}>
            {(rows) =>
              rows.length === 0 ? (
                <EmptyState
                  title="No real data yet"
                  action={
                    <Link to="/ingestion" className={buttonClasses({ variant: 'primary' })}>
                      Go to Ingestion
                    </Link>
                  }
                >
                  Upload a transaction file to analyze it here.
                </EmptyState>
              ) : (
                <ul className="divide-y divide-line">
                  {rows.slice(0, RECENT).map((dataset) => (
                    <li
                      key={dataset.id}
                      className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-3 md:grid md:grid-cols-[1fr_5rem_9rem_auto]"
                    >
                      <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                        {dataset.filename}
                      </span>
                      <OriginMark origin={dataset.kind === 'upload' ? 'real' : dataset.kind} />
                      <span className="text-ink-soft md:text-right">
                        {formatCount(dataset.record_count)} records
                      </span>
                      <AnalyzeButtons dataset={dataset} analyze={analyze} onThreshold={setChosen} />
                    </li>
                  ))}
                </ul>
              )
            }
          </QueryView>
        </div>
      </Card>
      <ResultsCard />
      {chosen && (
        <ThresholdDialog
          key={chosen.id}
          dataset={chosen}
          others={(datasets.data ?? []).filter(({ id }) => id !== chosen.id)}
          onClose={() => setChosen(null)}
          onAnalyze={(order) => {
            setChosen(null);
            analyze.mutate(order);
          }}
        />
      )}
    </div>
  );
}
