import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { exportFacts, TABLE_FORMATS, type TableFormat } from '../../../shared/export-formats.ts';
import { contentOf, isOfBook } from '../../data/batch-facts.ts';
import { linkedBatchesQuery } from '../../data/batches.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { exportTables } from '../../data/table-sets.ts';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import {
  ExportButton,
  type FormatChoice,
  FormatOptions,
  FormatSelect,
} from './format-download.tsx';

const labelOf = (format: TableFormat, isSimulated: boolean): string =>
  format === 'csv'
    ? isSimulated
      ? 'CSV'
      : 'CSV as uploaded'
    : format === 'sql'
      ? 'SQL with keys'
      : exportFacts(format).label;

const formatsOf = (isSimulated: boolean): readonly FormatChoice<TableFormat>[] =>
  TABLE_FORMATS.map((value) => ({ value, label: labelOf(value, isSimulated) }));

export function LinkedBatches({ batch }: { batch: GenerationLog }) {
  const [format, setFormat] = useState<TableFormat>('csv');
  const linked = useQuery(linkedBatchesQuery(batch.run_id));
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
              {contentOf(each)} ({formatCount(each.record_count)})
            </span>
          ) : (
            <Link
              key={each.batch_id}
              to="/reports"
              search={{ batch: each.batch_id }}
              className="link"
            >
              {contentOf(each)} ({formatCount(each.record_count)})
            </Link>
          ),
        )}
      </p>
      <span className="inline-flex flex-wrap gap-2">
        <FormatSelect label="Format of all tables" value={format} onChange={setFormat}>
          <FormatOptions of={formatsOf(isOfBook(batch))} />
        </FormatSelect>
        <ExportButton origin="SYNTHETIC" exportFile={() => exportTables(batch.batch_id, format)}>
          Download all tables
        </ExportButton>
      </span>
    </Card>
  );
}
