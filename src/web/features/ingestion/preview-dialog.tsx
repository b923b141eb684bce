import { useQuery } from '@tanstack/react-query';
import { previewQuery } from '../../data/dataset-preview.ts';
import { formatCount } from '../../lib/format.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { PreviewBody } from './preview-body.tsx';

export function PreviewDialog(props: {
  id: string | undefined;
  onClose: () => void;
  onMap: (id: string) => void;
}) {
  const preview = useQuery(previewQuery(props.id));
  const data = preview.data;
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
