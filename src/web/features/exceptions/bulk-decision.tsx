import { type RefObject, useState } from 'react';
import type { CaseChoice } from '../../data/case-decisions.ts';
import type { ExceptionCase } from '../../data/rows.ts';
import { counted } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { BulkDialog } from './bulk-dialog.tsx';

/** Bulk decision. Its open state is local, so that hundreds of cases don't re-render. */
export function BulkDecision(props: {
  cases: readonly ExceptionCase[];
  decided: ReadonlyMap<number, unknown>;
  isCovered: RefObject<boolean>;
  onDecide: (choices: readonly CaseChoice[], words: string) => void;
}) {
  const { isCovered } = props;
  const [open, setOpen] = useState(false);
  const show = (next: boolean) => {
    isCovered.current = next;
    setOpen(next);
  };
  return (
    <>
      <Button size="small" onClick={() => show(true)}>
        Decide several
      </Button>
      {open && (
        <BulkDialog
          cases={props.cases}
          decided={props.decided}
          onClose={() => show(false)}
          onDecide={({ items, decision, reason }) => {
            show(false);
            props.onDecide(
              items.map((item) => ({ item, decision, reason, note: '', seen: undefined })),
              `${counted(items.length, 'case', 'cases')} ${decision}.`,
            );
          }}
        />
      )}
    </>
  );
}
