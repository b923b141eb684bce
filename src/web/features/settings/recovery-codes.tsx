import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makeRecoveryCodes } from '../../data/own-factors.ts';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useConfirmed } from './use-confirmed.tsx';

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
            ? 'None yet. Each code replaces the second factor once.'
            : `${left} of 10 unused. Generating new codes invalidates these.`}
        </p>
      </div>
      <Button onClick={() => make.mutate()} busy={make.isPending}>
        {left === null ? 'Generate recovery codes' : 'Generate new codes'}
      </Button>
      <Dialog
        open={make.data !== undefined}
        onOpenChange={(open) => !open && make.reset()}
        held
        title="Recovery codes"
        description="They are shown only once. Store them separately from your password."
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
