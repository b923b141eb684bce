import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makeRecoveryCodes } from '../../data/own-factors.ts';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useConfirmed } from './use-confirmed.tsx';

/** Ten codes for the day the factor is lost, shown once. */
export function RecoveryCodes({ left }: { left: number | null }) {
  const queries = useQueryClient();
  const { confirmed, dialog } = useConfirmed();
  const make = useMutation({
    mutationFn: () => confirmed(() => makeRecoveryCodes(left !== null)),
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-4">
      <div>
        <h3 className="text-sm">Recovery codes</h3>
        <p className="text-ink-soft">
          {left === null
            ? 'None yet. Each opens the account once in place of a second factor.'
            : `${left} of 10 unused. New ones make these void.`}
        </p>
      </div>
      <Button onClick={() => make.mutate()} busy={make.isPending}>
        {left === null ? 'Make recovery codes' : 'Make new codes'}
      </Button>
      <Dialog
        open={make.data !== undefined}
        onOpenChange={(open) => !open && make.reset()}
        held
        title="Recovery codes"
        description="This is the only time they are shown. Keep them where your password is not."
        footer={
          <Button variant="primary" onClick={() => make.reset()}>
            Done
          </Button>
        }
      >
        <CodeBlock label="Recovery codes" code={(make.data ?? []).join('\n')} />
      </Dialog>
      {dialog}
    </div>
  );
}
