import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { resultsQuery } from '../../data/analysis-results.ts';
import { SkeletonRows } from '../../ui/states.tsx';

const KINDS = ['synthetic'] as const;
const ResultsCard = lazy(() =>
  import('./results-card.tsx').then((file) => ({ default: file.ResultsCard })),
);

export function SyntheticResults() {
  const results = useQuery(resultsQuery(KINDS));
  if (!results.data?.length) return null;
  return (
    <div className="mt-6">
      <Suspense fallback={<SkeletonRows />}>
        <ResultsCard kinds={KINDS} />
      </Suspense>
    </div>
  );
}
