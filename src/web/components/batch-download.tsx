import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { fileTitle, kindOf } from '../data/batch-facts.ts';
import { batchFile } from '../data/batches.ts';
import type { GenerationLog } from '../data/rows.ts';
import { shortId } from '../lib/format.ts';
import { fail } from '../lib/notices.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';

export type Downloadable = Pick<
  GenerationLog,
  'batch_id' | 'entity_type' | 'manifest_id' | 'csv_url' | 'manifest'
>;

/** Returns the name of a downloaded file; it shows if the file contains real rows. */
const fileNameOf = (batch: Downloadable): string =>
  `${kindOf(batch) === 'blend' ? 'REAL-' : 'SYNTHETIC-'}${fileTitle(batch)}-${shortId(batch.batch_id)}.csv`;

export function BatchDownload(props: {
  batch: Downloadable;
  title: string;
  variant?: 'primary' | 'secondary';
  size?: 'small' | 'normal';
  isIcon?: boolean;
}) {
  const { batch, title, variant = 'secondary', size = 'normal' } = props;
  const download = useMutation({
    mutationFn: async (csvUrl: string) => saveFile(await batchFile(csvUrl), fileNameOf(batch)),
    onError: (error) => fail('Export Failed', error),
  });
  if (!batch.csv_url) return null;
  const { csv_url: url } = batch;
  const words = `Download CSV of ${title}`;
  return (
    <Button
      variant={variant}
      size={size}
      busy={download.isPending}
      {...(props.isIcon ? { title: words } : { busyLabel: 'Downloading...' })}
      onClick={() => download.mutate(url)}
    >
      {!(props.isIcon && download.isPending) && <Download aria-hidden />}
      {props.isIcon ? (
        <span className="sr-only">{words}</span>
      ) : (
        <>
          Download CSV<span className="sr-only"> of {title}</span>
        </>
      )}
    </Button>
  );
}
