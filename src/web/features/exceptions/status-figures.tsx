import {
  EXCEPTION_STATUS_LABELS,
  EXCEPTION_STATUSES,
  type ExceptionStatus,
} from '../../../shared/statuses.ts';
import type { ExceptionBatch } from '../../data/rows.ts';
import { Figure, Figures } from '../../ui/figures.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

export function StatusFigures(props: {
  batches: readonly ExceptionBatch[] | undefined;
  status: ExceptionStatus | undefined;
  onStatus: (status: ExceptionStatus | undefined) => void;
}) {
  return (
    <Figures label="Batches by status">
      {EXCEPTION_STATUSES.map((status) => {
        const chosen = props.status === status;
        return (
          <Figure
            key={status}
            label={EXCEPTION_STATUS_LABELS[status]}
            value={props.batches?.filter((batch) => batch.status === status).length}
            note={
              <LinkButton
                aria-pressed={chosen}
                onClick={() => props.onStatus(chosen ? undefined : status)}
              >
                {chosen ? 'Show all' : 'Filter'}
                <span className="sr-only">: {EXCEPTION_STATUS_LABELS[status]}</span>
              </LinkButton>
            }
          />
        );
      })}
    </Figures>
  );
}
