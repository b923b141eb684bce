import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ExportedBatch, ExportFormat } from '../../../shared/contracts/export.ts';
import { BatchDownload } from '../../components/batch-download.tsx';
import { kindOf } from '../../data/batch-facts.ts';
import { batchFile } from '../../data/batches.ts';
import { callFunction } from '../../data/call-function.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { fail } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/input.tsx';

const FORMATS: readonly { value: ExportFormat; label: string }[] = [
  { value: 'csv', label: 'CSV as uploaded' },
  { value: 'parquet', label: 'Parquet' },
  { value: 'sql', label: 'SQL' },
];

async function exportAs(batch: GenerationLog, format: ExportFormat): Promise<void> {
  const made = await callFunction<ExportedBatch>('export-batch', {
    batch_id: batch.batch_id,
    format,
  });
  const mark = kindOf(batch) === 'blend' ? 'REAL' : 'SYNTHETIC';
  saveFile(await batchFile(made.path), `${mark}-${made.filename}`, made.content_type);
}

/** The batch's file as the manifest names it, or the same rows in another format. */
export function BatchFormats({ batch, title }: { batch: GenerationLog; title: string }) {
  const [format, setFormat] = useState<ExportFormat | ''>('');
  const download = useMutation({
    mutationFn: (wanted: ExportFormat) => exportAs(batch, wanted),
    onError: (error) => fail('Export Failed', error),
  });
  if (!batch.csv_url) return null;
  return (
    <span className="inline-flex flex-wrap gap-2">
      <Select
        aria-label="Format of the download"
        className="w-auto!"
        value={format}
        onChange={(event) => setFormat(event.target.value as ExportFormat | '')}
      >
        <option value="">CSV</option>
        {FORMATS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {format === '' ? (
        <BatchDownload batch={batch} title={title} variant="primary" />
      ) : (
        <Button
          variant="primary"
          busy={download.isPending}
          busyLabel="Preparing..."
          onClick={() => download.mutate(format)}
        >
          <Download aria-hidden /> Download {FORMATS.find(({ value }) => value === format)?.label}
        </Button>
      )}
    </span>
  );
}
