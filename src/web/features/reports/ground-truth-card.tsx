import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { PageOfRows } from '../../components/page-of-rows.tsx';
import { groundTruthQuery, useTruthRefusal } from '../../data/ground-truth.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { ExportButton } from './format-download.tsx';

const SIZE = 20;
const SchemePictures = lazy(async () => ({
  default: (await import('./scheme-pictures.tsx')).SchemePictures,
}));

/** Typology, role and hop of a simulated batch's rows, for members who may read them. */
export function GroundTruthCard(props: { batchId: string; hasSchemes: boolean }) {
  const { batchId, hasSchemes } = props;
  const [drawn, setDrawn] = useState(false);
  const refusal = useTruthRefusal();
  const [page, setPage] = useState(0);
  const offset = (page - 1) * SIZE;
  const truth = useQuery({
    ...groundTruthQuery(batchId, Math.max(0, offset), SIZE),
    enabled: page > 0,
  });
  return (
    <Card aria-labelledby="ground-truth" className="mb-6">
      <CardHead
        id="ground-truth"
        title="Ground truth"
        action={
          refusal === null && (
            <span className="flex flex-wrap gap-2">
              {hasSchemes && !drawn && (
                <Button size="small" onClick={() => setDrawn(true)}>
                  Draw schemes
                </Button>
              )}
              {truth.data ? (
                <ExportButton origin="SYNTHETIC" exportFile={async () => truth.data.file}>
                  Download
                </ExportButton>
              ) : (
                <Button size="small" onClick={() => setPage(1)}>
                  Show
                </Button>
              )}
            </span>
          )
        }
      >
        {refusal ?? 'Rows of crime and look-alikes: scheme, typology, role, hop.'}
      </CardHead>
      {drawn && (
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <SchemePictures batchId={batchId} />
        </Suspense>
      )}
      {page > 0 && (
        <QueryView query={truth} errorTitle="The ground truth could not be loaded">
          {(data) => (
            <>
              <PageOfRows label="Rows of the ground truth" {...{ data, offset }} />
              <Pager {...{ page, size: SIZE, total: data.total, onPage: setPage }} label="Truth" />
            </>
          )}
        </QueryView>
      )}
    </Card>
  );
}
