import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { datasetsQuery } from '../../data/datasets.ts';
import { tableSetsQuery } from '../../data/table-sets.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { DatasetFigures } from './dataset-figures.tsx';
import { DatasetTable } from './dataset-table.tsx';
import { GenerateOffer } from './generate-offer.tsx';
import { sourceOf } from './generate-source.ts';
import { TablesCard } from './linked-tables/tables-card.tsx';
import { MapColumnsDialog } from './map-columns/map-columns-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { RecipesCard } from './recipes-card.tsx';
import { TemplateMenu } from './template-menu.tsx';
import { UploadCard } from './upload-card.tsx';

const GenerateDialog = lazy(() =>
  import('./generate-dialog.tsx').then((file) => ({ default: file.GenerateDialog })),
);
const route = getRouteApi('/session/ingestion');

export function IngestionPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const datasets = useQuery(datasetsQuery);
  const [mapped, setMapped] = useState<string>();
  const [uploaded, setUploaded] = useState<string | null>(null);
  const sets = useQuery(tableSetsQuery);
  /** Dataset or linked tables to generate from. */
  const [generating, setGenerating] = useState<string | null>(null);
  const known = (id: string | null) => datasets.data?.find((dataset) => dataset.id === id);
  const offered = known(uploaded);
  const source = sourceOf(generating, sets.data, datasets.data);
  const preview = (dataset: string) => void navigate({ search: (rest) => ({ ...rest, dataset }) });
  return (
    <>
      <PageHead page="/ingestion" action={<TemplateMenu />}>
        Upload real transaction data. It stays in this installation, and only your organization
        reads it.
      </PageHead>
      <UploadCard
        offersExample={datasets.data?.length === 0}
        onUploaded={(upload) => {
          if (upload.kind === 'tables') return setGenerating(upload.tableSetId);
          setUploaded(upload.manifestId);
          if (upload.map) setMapped(upload.manifestId);
        }}
      />
      {offered && (
        <GenerateOffer
          key={offered.id}
          dataset={offered}
          onGenerate={() => setGenerating(offered.id)}
          onPreview={() => preview(offered.id)}
        />
      )}
      <TablesCard datasets={datasets.data} sets={sets.data} onGenerate={setGenerating} />
      <DatasetFigures datasets={datasets.data} />
      <DatasetTable
        datasets={datasets}
        sort={search.sort}
        onSort={(sort) =>
          void navigate({
            replace: true,
            search: ({ sort: _sort, ...rest }) => (sort === undefined ? rest : { ...rest, sort }),
          })
        }
        onGenerate={setGenerating}
        onPreview={preview}
      />
      <RecipesCard />
      <MapColumnsDialog id={mapped} onClose={() => setMapped(undefined)} />
      {source && (
        <Suspense fallback={null}>
          <GenerateDialog
            key={generating}
            source={source}
            onClose={() => setGenerating(null)}
            onCheckColumns={(id) => {
              setGenerating(null);
              preview(id);
            }}
            onMap={(id) => {
              setGenerating(null);
              setMapped(id);
            }}
          />
        </Suspense>
      )}
      <PreviewDialog
        id={search.dataset}
        onOpen={preview}
        onMap={(id) => {
          void navigate({ search: ({ dataset: _dataset, ...rest }) => rest });
          setMapped(id);
        }}
        onClose={() => void navigate({ search: ({ dataset: _dataset, ...rest }) => rest })}
      />
    </>
  );
}
