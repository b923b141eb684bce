import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PendingPack, pendingPacksQuery, savePackReceipt } from '../data/proof.ts';
import { fail, notice } from '../lib/notices.ts';
import { Button } from '../ui/button.tsx';

/** Evidence packs of this session that the log had not sealed when they were saved. */
export function PendingPacks() {
  const packs = useQuery(pendingPacksQuery).data;
  if (packs.length === 0) return null;
  return (
    <section
      aria-label="Pending receipts"
      className="my-4 rounded-md border border-line bg-surface px-5 py-1"
    >
      <ul className="divide-y divide-line">
        {packs.map((pack) => (
          <PendingRow key={pack.sha256} pack={pack} />
        ))}
      </ul>
    </section>
  );
}

function PendingRow({ pack }: { pack: PendingPack }) {
  const queries = useQueryClient();
  const complete = useMutation({
    mutationFn: () => savePackReceipt(pack),
    onSuccess: (name) => {
      queries.setQueryData(pendingPacksQuery.queryKey, (packs = []) =>
        packs.filter(({ sha256 }) => sha256 !== pack.sha256),
      );
      notice('Receipt saved', `Keep ${name} next to ${pack.filename}.`);
    },
    onError: (error) => fail('Receipt still pending', error),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2.5">
      <p className="min-w-0 wrap-anywhere">
        <strong>{pack.filename}</strong>: receipt pending. The log had not sealed this pack, so it
        can’t be verified yet.
      </p>
      <Button
        size="small"
        busy={complete.isPending}
        busyLabel="Completing..."
        onClick={() => complete.mutate()}
      >
        Complete<span className="sr-only"> {pack.filename}</span>
      </Button>
    </li>
  );
}
