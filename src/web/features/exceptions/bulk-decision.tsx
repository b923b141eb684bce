import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { CaseDecision } from '../../../shared/statuses.ts';
import { decideCases } from '../../data/case-decisions.ts';
import type { ExceptionBatch, ExceptionCase } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { type BulkChoice, BulkDialog } from './bulk-dialog.tsx';
import { useRefreshDecisions } from './use-review.ts';

/** Bulk decision. Its open state is local, so that hundreds of cases don't re-render. */
export function BulkDecision(props: {
  batch: ExceptionBatch;
  cases: readonly ExceptionCase[];
  decided: ReadonlyMap<number, CaseDecision>;
  isCovered: RefObject<boolean>;
}) {
  const { batch, isCovered } = props;
  const [open, setOpen] = useState(false);
  const refresh = useRefreshDecisions(batch.id);
  const show = (next: boolean) => {
    isCovered.current = next;
    setOpen(next);
  };
  const decide = useMutation({
    mutationFn: (choice: BulkChoice) => decideCases(batch.id, choice),
    onSuccess: (_, { items, decision }) => {
      notice(`${formatCount(items.length)} cases ${decision}`, batch.batch_name);
      show(false);
    },
    onError: (error) => fail('Error', error),
    onSettled: () => refresh(),
  });
  return (
    <>
      <Button size="small" onClick={() => show(true)}>
        Decide several
      </Button>
      {open && (
        <BulkDialog
          cases={props.cases}
          decided={props.decided}
          busy={decide.isPending}
          onClose={() => show(false)}
          onDecide={(choice) => decide.mutate(choice)}
        />
      )}
    </>
  );
}
