import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ExportedBatch } from '../../../shared/contracts/export.ts';
import {
  type ExportFormat,
  TABLE_FORMATS,
  tableFormatLabel,
} from '../../../shared/export-formats.ts';
import { formulaWarning } from '../../../shared/formula-cells.ts';
import { BatchDownload } from '../../components/batch-download.tsx';
import { kindOf, manifestOf } from '../../data/batch-facts.ts';
import { batchFile } from '../../data/batches.ts';
import { callFunction } from '../../data/call-function.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { fail, notice } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/input.tsx';

type Chosen = ExportFormat | 'source';

const TABLES: readonly { value: Chosen; label: string }[] = [
  { value: 'source', label: 'As uploaded' },
  ...TABLE_FORMATS.filter((format) => format !== 'csv').map((value) => ({
    value,
    label: tableFormatLabel(value),
  })),
];
const STATEMENTS: readonly { value: Chosen; label: string }[] = [
  { value: 'camt.053', label: 'camt.053' },
  { value: 'camt.052', label: 'camt.052' },
  { value: 'camt.054', label: 'camt.054' },
  { value: 'mt940', label: 'MT940' },
  { value: 'ofx', label: 'OFX' },
  { value: 'bai2', label: 'BAI2' },
  { value: 'nacha', label: 'ACH (Nacha)' },
  { value: 'pain.001', label: 'pain.001' },
];
const labelOf = (format: Chosen): string =>
  [...TABLES, ...STATEMENTS].find(({ value }) => value === format)?.label ?? format;

/** Returns true for batches that can become bank statements: transactions and modelled data. */
const hasLedger = (batch: GenerationLog): boolean =>
  kindOf(batch) === 'learned' || batch.entity_type === 'transactions';

async function exportAs(batch: GenerationLog, format: Chosen): Promise<void> {
  const exported = await callFunction<ExportedBatch>('export-batch', {
    batch_id: batch.batch_id,
    format,
  });
  const mark = kindOf(batch) === 'blend' ? 'REAL' : 'SYNTHETIC';
  saveFile(await batchFile(exported.path), `${mark}-${exported.filename}`, exported.content_type);
  if (exported.notes.length > 0)
    notice(`Downloaded ${exported.filename}`, exported.notes.join(' '));
}

export function BatchFormats({ batch, title }: { batch: GenerationLog; title: string }) {
  const [format, setFormat] = useState<Chosen | ''>('');
  const download = useMutation({
    mutationFn: (wanted: Chosen) => exportAs(batch, wanted),
    onError: (error) => fail('Export Failed', error),
  });
  if (!batch.csv_url) return null;
  const formulas = manifestOf(batch).notes?.formulaColumns ?? [];
  return (
    <span className="inline-flex flex-wrap gap-2">
      <Select
        aria-label="Format of the download"
        className="w-auto!"
        value={format}
        onChange={(event) => setFormat(event.target.value as Chosen | '')}
      >
        <option value="">CSV</option>
        <Options of={TABLES} />
        {hasLedger(batch) && (
          <optgroup label="Statements and payments">
            <Options of={STATEMENTS} />
          </optgroup>
        )}
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
          <Download aria-hidden /> Download {labelOf(format)}
        </Button>
      )}
      {format === '' && formulas.length > 0 && (
        <span className="w-full text-xs text-ink-soft">{formulaWarning(formulas)}</span>
      )}
    </span>
  );
}

const Options = ({ of }: { of: typeof TABLES }) =>
  of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
