import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { openSourceCommitment } from '../../data/datasets.ts';
import { shortId } from '../../lib/format.ts';
import { fail } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';

export function SourceOpening({ datasetId }: { datasetId: string }) {
  const open = useMutation({
    mutationFn: () => openSourceCommitment(datasetId),
    onSuccess: (opening) =>
      saveFile(
        JSON.stringify(opening, null, 2),
        `source-opening-${shortId(datasetId)}.json`,
        'application/json',
      ),
    onError: (error) => fail('Error', error),
  });
  return (
    <div className="no-print mt-2">
      <Button
        size="small"
        busy={open.isPending}
        busyLabel="Preparing..."
        onClick={() => open.mutate()}
      >
        <Download aria-hidden /> Proof of source
      </Button>
      <p className="mt-1 max-w-[72ch] text-xs text-ink-soft">
        Keep it secret: together with the file it proves what was learned from, and with guesses it
        shows what is in the file.
      </p>
    </div>
  );
}
