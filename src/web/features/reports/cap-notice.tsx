import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { raiseReportCap, readReportCap } from '../../data/datasets.ts';
import { useIsAdmin } from '../../data/profile.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';

const MORE = 20;

export function CapNotice({ text, manifestId }: { text: string; manifestId: string | null }) {
  const queries = useQueryClient();
  const isAdmin = useIsAdmin();
  const cap = useQuery({
    queryKey: ['datasets', 'report-cap', manifestId],
    queryFn: () => readReportCap(manifestId ?? ''),
    enabled: isAdmin && manifestId !== null,
  });
  const raise = useMutation({
    mutationFn: (to: number) => raiseReportCap(manifestId ?? '', to),
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
