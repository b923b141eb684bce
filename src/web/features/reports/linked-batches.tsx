import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import {
  TABLE_FORMATS,
  type TableFormat,
  tableFormatLabel,
} from '../../../shared/export-formats.ts';
import { manifestOf } from '../../data/batch-facts.ts';
import { batchFile, linkedBatchesQuery } from '../../data/batches.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { exportTables } from '../../data/table-sets.ts';
import { formatCount } from '../../lib/format.ts';
import { fail } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/input.tsx';

const labelOf = (format: TableFormat): string =>
  format === 'csv'
    ? 'CSV as uploaded'
    : format === 'sql'
      ? 'SQL with keys'
      : tableFormatLabel(format);

const tableOf = (batch: Pick<GenerationLog, 'manifest'>): string =>
  String(manifestOf(batch).request?.table ?? 'table');

export function LinkedBatches({ batch }: { batch: GenerationLog }) {
  const [format, setFormat] = useState<TableFormat>('csv');
  const linked = useQuery(linkedBatchesQuery(batch.run_id));
  const download = useMutation({
    mutationFn: async () => {
      const exported = await exportTables(batch.batch_id, format);
      saveFile(
        await batchFile(exported.path),
        `SYNTHETIC-${exported.filename}`,
        exported.content_type,
      );
    },
    onError: (error) => fail('Export Failed', error),
  });
  if (!linked.data || linked.data.length < 2) return null;
  return (
    <Card
      aria-label="Linked tables"
      className="no-print mt-5 flex flex-wrap items-center justify-between gap-3 px-5 py-3"
    >
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="text-ink-soft">Linked tables</span>
        {linked.data.map((each) =>
          each.batch_id === batch.batch_id ? (
            <span key={each.batch_id} aria-current="page">
              {tableOf(each)} ({formatCount(each.record_count)})
            </span>
          ) : (
            <Link
              key={each.batch_id}
              to="/reports"
              search={{ batch: each.batch_id }}
              className="link"
            >
              {tableOf(each)} ({formatCount(each.record_count)})
            </Link>
          ),
        )}
      </p>
      <span className="inline-flex flex-wrap gap-2">
        <Select
          aria-label="Format of all tables"
          className="w-auto!"
          value={format}
          onChange={(event) => setFormat(event.target.value as TableFormat)}
        >
          {TABLE_FORMATS.map((value) => (
            <option key={value} value={value}>
              {labelOf(value)}
            </option>
          ))}
        </Select>
        <Button
          busy={download.isPending}
          busyLabel="Preparing..."
          onClick={() => download.mutate()}
        >
          <Download aria-hidden /> Download all tables
        </Button>
      </span>
    </Card>
  );
}
