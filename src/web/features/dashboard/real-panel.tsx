import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { datasetsQuery } from '../../data/datasets.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DatasetsToAnalyze } from './datasets-to-analyze.tsx';
import { ResultsCard } from './results-card.tsx';

export function RealPanel() {
  const datasets = useQuery(datasetsQuery);
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
          <QueryView query={datasets} errorTitle="Error loading manifests" skeletonRows={5}>
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
                <DatasetsToAnalyze datasets={rows} all={rows} />
              )
            }
          </QueryView>
        </div>
      </Card>
      <ResultsCard />
    </div>
  );
}
