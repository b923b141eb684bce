import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../../lib/client.ts';
import { fail, notice } from '../../lib/notices.ts';
import { useIsAdmin } from '../../lib/queries.ts';
import { unwrap } from '../../lib/service-error.ts';
import { Button } from '../../ui/button.tsx';

/** How many an administrator adds at once. */
const MORE = 20;

async function readCap(manifestId: string): Promise<number | null> {
  const client = await openClient();
  const row = unwrap(
    await client
      .from('ingestion_manifests')
      .select('report_cap')
      .eq('id', manifestId)
      .maybeSingle<{ report_cap: number }>(),
  );
  return row?.report_cap ?? null;
}

async function raiseCap(manifestId: string, cap: number): Promise<void> {
  const client = await openClient();
  unwrap(await client.rpc('raise_report_cap', { p_manifest_id: manifestId, p_cap: cap }));
}

/** That few or no reports of a dataset are left; an administrator can allow more, which goes on the audit trail. */
export function CapNotice({ text, manifestId }: { text: string; manifestId: string | null }) {
  const queries = useQueryClient();
  const isAdmin = useIsAdmin();
  const cap = useQuery({
    queryKey: ['datasets', 'report-cap', manifestId],
    queryFn: () => readCap(manifestId ?? ''),
    enabled: isAdmin && manifestId !== null,
  });
  const raise = useMutation({
    mutationFn: (to: number) => raiseCap(manifestId ?? '', to),
    onSuccess: (_, to) => {
      notice('More reports allowed', `Up to ${to} batches of this dataset are measured.`);
      void queries.invalidateQueries({ queryKey: ['datasets', 'report-cap'] });
    },
    onError: (error) => fail('Error', error),
  });
  const most = cap.data ?? null;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line py-4">
      <p className="max-w-[72ch] flex-1 basis-80 text-ink-soft">{text}</p>
      {most !== null && (
        <Button
          className="no-print"
          busy={raise.isPending}
          busyLabel="Allowing..."
          onClick={() => raise.mutate(most + MORE)}
        >
          Allow {MORE} more
        </Button>
      )}
    </div>
  );
}
