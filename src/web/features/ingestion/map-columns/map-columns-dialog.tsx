import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DatasetPreview, previewQuery } from '../../../data/dataset-preview.ts';
import { formatCount } from '../../../lib/format.ts';
import { fail, notice } from '../../../lib/notices.ts';
import { messageOf } from '../../../lib/service-error.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { MapColumns } from './map-columns.tsx';
import { draftOf, type MappedFile, type MappingDraft } from './mapping-draft.ts';
import { saveMapping } from './save-mapping.ts';

/** Corrections made before the upload that the whole file did not settle. */
export type OpenDraft = { id: string; draft: MappingDraft };

export function MapColumnsDialog(props: {
  id: string | undefined;
  started: OpenDraft | null;
  onClose: () => void;
}) {
  const preview = useQuery(previewQuery(props.id));
  const { data } = preview;
  if (data?.mapping && data.layout) {
    const { layout, mapping } = data;
    const started = props.started?.id === data.id ? props.started.draft : null;
    return (
      <MapDataset
        key={data.id}
        open={props.id !== undefined}
        data={{ ...data, layout, mapping }}
        started={started}
        onClose={props.onClose}
      />
    );
  }
  return (
    <Dialog
      open={props.id !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      width="full"
      title="Map columns"
      description="Kind and format of each column"
    >
      {preview.isPending ? (
        <SkeletonRows rows={8} />
      ) : preview.isError ? (
        <ErrorState
          title="Error loading dataset"
          message={messageOf(preview.error)}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <EmptyState title="Nothing to map">
          The dataset was deleted, or is from before columns could be mapped. Upload the file again.
        </EmptyState>
      )}
    </Dialog>
  );
}

function MapDataset(props: {
  open: boolean;
  data: DatasetPreview & MappedFile;
  started: MappingDraft | null;
  onClose: () => void;
}) {
  const { data, started } = props;
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: ({ draft, recipe }: { draft: MappingDraft; recipe: string }) =>
      saveMapping(data, draft, recipe),
    onSuccess: ({ recipe }) => {
      notice(
        'Columns mapped',
        recipe ? `Recipe “${recipe.name}” now applies to files like this one.` : undefined,
      );
      for (const key of ['datasets', 'recipes'])
        void queries.invalidateQueries({ queryKey: [key] });
      props.onClose();
    },
    onError: (error) => fail('Columns not mapped', error),
  });
  return (
    <MapColumns
      open={props.open}
      data={data}
      started={started ?? draftOf(data.mapping, data.roles)}
      rows={`${formatCount(data.record_count)} rows`}
      action={`Continue with ${formatCount(data.record_count)} rows`}
      later="Use the columns as they are"
      busy={save.isPending}
      onSave={(draft, recipe) => save.mutate({ draft, recipe })}
      onClose={props.onClose}
    />
  );
}
