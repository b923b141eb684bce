import { useQuery } from '@tanstack/react-query';
import { previewQuery } from '../../data/dataset-preview.ts';
import { datasetsOfSet, datasetsQuery } from '../../data/datasets.ts';
import { formatCount } from '../../lib/format.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { tableNameOf } from './generate-source.ts';
import { PreviewBody } from './preview-body.tsx';

export function PreviewDialog(props: {
  id: string | undefined;
  onClose: () => void;
  onMap: (id: string) => void;
  onOpen: (id: string) => void;
}) {
  const preview = useQuery(previewQuery(props.id));
  const datasets = useQuery(datasetsQuery);
  const data = preview.data;
  const setId = datasets.data?.find(({ id }) => id === props.id)?.table_set_id;
  const tables = setId ? datasetsOfSet(datasets.data, setId) : [];
  return (
    <Dialog
      open={props.id !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      width="full"
      title={data ? data.filename : 'Data Preview'}
      description={
        data
          ? `${formatCount(data.record_count)} records, ${Object.keys(data.schema).length} columns · showing ${data.preview.length}`
          : 'Rows and schema of the dataset'
      }
    >
      {tables.length > 1 && (
        <nav aria-label="Linked tables" className="mb-4 flex flex-wrap gap-x-4 gap-y-1">
          {tables.map((table) =>
            table.id === props.id ? (
              <span key={table.id} aria-current="page">
                {tableNameOf(table)}
              </span>
            ) : (
              <LinkButton key={table.id} onClick={() => props.onOpen(table.id)}>
                {tableNameOf(table)}
              </LinkButton>
            ),
          )}
        </nav>
      )}
      {preview.isPending ? (
        <SkeletonRows rows={8} />
      ) : preview.isError ? (
        <ErrorState
          title="Error loading preview"
          message={messageOf(preview.error)}
          onRetry={() => void preview.refetch()}
        />
      ) : data ? (
        <PreviewBody data={data} onMap={props.onMap} />
      ) : (
        <EmptyState title="Dataset not found">
          It was deleted, or belongs to another organization.
        </EmptyState>
      )}
    </Dialog>
  );
}
