import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { INSTITUTIONS } from '../../../shared/institutions.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { useInstitution } from '../../data/profile.ts';
import { tableSetsQuery } from '../../data/table-sets.ts';
import { withSearch } from '../../lib/search.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { DatasetFigures } from './dataset-figures.tsx';
import { DatasetTable } from './dataset-table.tsx';
import { GenerateOffer } from './generate-offer.tsx';
import { sourceOf } from './generate-source.ts';
import { TablesCard } from './linked-tables/tables-card.tsx';
import type { OpenDraft } from './map-columns/map-columns-dialog.tsx';
import { RecipesCard } from './recipes-card.tsx';
import { TemplateMenu } from './template-menu.tsx';
import { UploadCard } from './upload-card.tsx';

const GenerateDialog = lazy(() =>
  import('./generate-dialog.tsx').then((file) => ({ default: file.GenerateDialog })),
);
const CalibrateDialog = lazy(() =>
  import('./calibrate/calibrate-dialog.tsx').then((file) => ({ default: file.CalibrateDialog })),
);
const MapColumnsDialog = lazy(() =>
  import('./map-columns/map-columns-dialog.tsx').then((file) => ({
    default: file.MapColumnsDialog,
  })),
);
const PreviewDialog = lazy(() =>
  import('./preview-dialog.tsx').then((file) => ({ default: file.PreviewDialog })),
);
const route = getRouteApi('/session/ingestion');

export function IngestionPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const datasets = useQuery(datasetsQuery);
  const [uploaded, setUploaded] = useState<string | null>(null);
  const [started, setStarted] = useState<OpenDraft | null>(null);
  const sets = useQuery(tableSetsQuery);
  /** Opens one dialog, of a dataset or of linked tables, and closes the others. */
  const show = (
    dialog: { dataset?: string; generate?: string; map?: string; calibrate?: string } = {},
  ) =>
    void navigate({
      search: (rest) =>
        withSearch(rest, {
          dataset: undefined,
          generate: undefined,
          mode: undefined,
          map: undefined,
          calibrate: undefined,
          ...dialog,
        }),
    });
  const setGenerating = (generate: string) => show({ generate });
  const setMapped = (map: string) => show({ map });
  const known = (id: string | null) => datasets.data?.find((dataset) => dataset.id === id);
  const offered = known(uploaded);
  const calibrated = known(search.calibrate ?? null);
  const source = sourceOf(search.generate ?? null, sets.data, datasets.data);
  const preview = (dataset: string) => show({ dataset });
  return (
    <>
      <PageHead page="/ingestion" action={<TemplateMenu />}>
        Upload real {INSTITUTIONS[useInstitution()].data} data. It stays in this installation, and
        only your organization reads it.
      </PageHead>
      <UploadCard
        offersExample={datasets.data?.length === 0}
        uploadedAt={(name) =>
          datasets.data?.find(({ filename }) => filename === name)?.created_at ?? null
        }
        onUploaded={(upload) => {
          if (upload.kind === 'tables') return setGenerating(upload.tableSetId);
          setUploaded(upload.manifestId);
          setStarted(upload.draft && { id: upload.manifestId, draft: upload.draft });
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
        onCalibrate={(calibrate) => show({ calibrate })}
      />
      <RecipesCard />
      {search.map !== undefined && (
        <Suspense fallback={null}>
          <MapColumnsDialog
            id={search.map}
            started={started}
            onClose={() => {
              setStarted(null);
              show();
            }}
          />
        </Suspense>
      )}
      {source && (
        <Suspense fallback={null}>
          <GenerateDialog
            key={search.generate}
            source={source}
            mode={search.mode}
            onClose={() => show()}
            onCheckColumns={preview}
            onMap={setMapped}
          />
        </Suspense>
      )}
      {calibrated && (
        <Suspense fallback={null}>
          <CalibrateDialog key={calibrated.id} dataset={calibrated} onClose={() => show()} />
        </Suspense>
      )}
      {search.dataset !== undefined && (
        <Suspense fallback={null}>
          <PreviewDialog
            id={search.dataset}
            onOpen={preview}
            onMap={setMapped}
            onClose={() => show()}
          />
        </Suspense>
      )}
    </>
  );
}
