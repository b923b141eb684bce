import { formatCount, formatPercent } from '../../lib/format.ts';
import type { ExceptionBatch } from '../../lib/rows.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ReviewCockpit } from './review-cockpit.tsx';

/** The reviewer's place: the queue, the case, its reasons, and what to do. Looking changes nothing. */
export function ReviewDialog(props: { batch: ExceptionBatch | undefined; onClose: () => void }) {
  const { batch } = props;
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
