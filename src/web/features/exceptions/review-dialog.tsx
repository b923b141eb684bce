import type { ExceptionBatch } from '../../data/rows.ts';
import { formatCount, formatPercent } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ReviewCockpit } from './review-cockpit.tsx';

export function ReviewDialog(props: {
  batch: ExceptionBatch | undefined;
  gone: boolean;
  onClose: () => void;
}) {
  const { batch } = props;
  if (props.gone) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && props.onClose()}
        title="Batch not found"
        description="Its analysis was deleted, or it belongs to another organization."
      />
    );
  }
  return (
    <Dialog
      open={batch !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      width="full"
      title={batch?.batch_name ?? ''}
      description={
        batch
          ? `${formatCount(batch.exception_count)} exceptions at or above ${formatPercent(Number(batch.threshold_used))}`
          : ''
      }
      bodyClassName="p-0! border-t border-line flex flex-col md:overflow-hidden!"
    >
      {batch && <ReviewCockpit key={batch.id} batch={batch} onDone={props.onClose} />}
    </Dialog>
  );
}
