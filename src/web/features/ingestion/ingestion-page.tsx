import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { datasetsQuery } from '../../data/datasets.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { DatasetFigures } from './dataset-figures.tsx';
import { DatasetTable } from './dataset-table.tsx';
import { GenerateCard } from './generate-card.tsx';
import { MapColumnsDialog } from './map-columns/map-columns-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { TemplateMenu } from './template-menu.tsx';
import { UploadCard } from './upload-card.tsx';

const route = getRouteApi('/session/ingestion');

export function IngestionPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const datasets = useQuery(datasetsQuery);
  const [mapped, setMapped] = useState<string>();
  const [offer, setOffer] = useState<{ id: string; requests: number } | null>(null);
  return (
    <>
      <PageHead page="/ingestion" action={<TemplateMenu />}>
        Upload real transaction data. It stays in this installation, and only your organization
        reads it.
      </PageHead>
      <UploadCard
        onUploaded={({ manifestId, map }) => {
          setOffer({ id: manifestId, requests: 0 });
          if (map) setMapped(manifestId);
        }}
      />
      {offer && (
        <GenerateCard
          key={`${offer.id} ${offer.requests}`}
          uploaded={offer.id}
          focused={offer.requests > 0}
          datasets={datasets.data ?? []}
        />
      )}
      <DatasetFigures datasets={datasets.data ?? []} />
      <DatasetTable
        datasets={datasets}
        sort={search.sort}
        onSort={(sort) =>
          void navigate({
            replace: true,
            search: ({ sort: _sort, ...rest }) => (sort === undefined ? rest : { ...rest, sort }),
          })
        }
        onOptions={(id) => setOffer({ id, requests: (offer?.requests ?? 0) + 1 })}
        onPreview={(dataset) => void navigate({ search: (rest) => ({ ...rest, dataset }) })}
      />
      <MapColumnsDialog id={mapped} onClose={() => setMapped(undefined)} />
      <PreviewDialog
        id={search.dataset}
        onMap={(id) => {
          void navigate({ search: ({ dataset: _dataset, ...rest }) => rest });
          setMapped(id);
        }}
        onClose={() => void navigate({ search: ({ dataset: _dataset, ...rest }) => rest })}
      />
    </>
  );
}
