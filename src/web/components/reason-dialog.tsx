import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notice } from '../lib/notices.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FormError } from '../ui/form-error.tsx';
import { TextArea } from '../ui/input.tsx';
import { useDraft } from '../ui/use-draft.ts';

/** Button for a decision that needs a reason, asked for in a dialog. */
export function ReasonButton(props: {
  /** Key of the draft: the text survives closing the dialog and leaving the page. */
  draft: string;
  label: string;
  title: string;
  hint: string;
  done: [title: string, text: string];
  onConfirm: (reason: string) => Promise<void>;
}) {
  const [open, setOpen] = useState(false);
  const { fields, change, forget } = useDraft(props.draft, () => ({ reason: '' }));
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: () => props.onConfirm(fields.reason),
    onSuccess: () => {
      notice(...props.done);
      change({ reason: '' });
      forget();
      setOpen(false);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['governance'] }),
  });
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {props.label}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={props.title}
        description={props.hint}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="danger" busy={decide.isPending} onClick={() => decide.mutate()}>
              {props.label}
            </Button>
          </>
        }
      >
        <div className="space-y-4 pt-1">
          <Field label="Reason" hint="Required; it stays on the audit trail.">
            {(wiring) => (
              <TextArea
                {...wiring}
                value={fields.reason}
                onChange={(event) => change({ reason: event.target.value })}
              />
            )}
          </Field>
          <FormError error={decide.error} />
        </div>
      </Dialog>
    </>
  );
}
