import { useState } from 'react';
import { WRITTEN_BANK_FORMATS } from '../../../shared/bank-formats.ts';
import type { ExportedBatch } from '../../../shared/contracts/export.ts';
import { type ExportFormat, exportFacts, TABLE_FORMATS } from '../../../shared/export-formats.ts';
import { formulaWarning } from '../../../shared/formula-cells.ts';
import { BatchDownload } from '../../components/batch-download.tsx';
import { kindOf, manifestOf } from '../../data/batch-facts.ts';
import { callFunction } from '../../data/call-function.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { notice } from '../../lib/notices.ts';
import {
  ExportButton,
  type FormatChoice,
  FormatOptions,
  FormatSelect,
} from './format-download.tsx';
import { useHasLedger } from './use-has-ledger.ts';

type Chosen = ExportFormat | 'source';

type Option = FormatChoice<Chosen>;
const optionOf = (value: ExportFormat): Option => ({ value, label: exportFacts(value).label });
const AS_UPLOADED: Option = { value: 'source', label: 'As uploaded' };
const TABLES: readonly Option[] = [
  AS_UPLOADED,
  ...TABLE_FORMATS.filter((format) => format !== 'csv').map(optionOf),
];
const STATEMENTS: readonly Option[] = WRITTEN_BANK_FORMATS.map(optionOf);
const labelOf = (format: Chosen): string =>
  format === 'source' ? AS_UPLOADED.label : exportFacts(format).label;

const exportAs = (batch: GenerationLog, format: Chosen): Promise<ExportedBatch> =>
  callFunction<ExportedBatch>('export-batch', { batch_id: batch.batch_id, format });

const report = ({ filename, notes }: ExportedBatch): void => {
  if (notes.length > 0) notice(`Downloaded ${filename}`, notes.join(' '));
};

export function BatchFormats({ batch, title }: { batch: GenerationLog; title: string }) {
  const [format, setFormat] = useState<Chosen | ''>('');
  const hasLedger = useHasLedger(batch);
  if (!batch.csv_url) return null;
  const formulas = manifestOf(batch).notes?.formulaColumns ?? [];
  return (
    <span className="inline-flex flex-wrap gap-2">
      <FormatSelect label="Format of the download" value={format} onChange={setFormat}>
        <option value="">CSV</option>
        <FormatOptions of={TABLES} />
        {hasLedger && (
          <optgroup label="Statements and payments">
            <FormatOptions of={STATEMENTS} />
          </optgroup>
        )}
      </FormatSelect>
      {format === '' ? (
        <BatchDownload batch={batch} title={title} variant="primary" />
      ) : (
        <ExportButton
          variant="primary"
          origin={kindOf(batch) === 'blend' ? 'REAL' : 'SYNTHETIC'}
          exportFile={() => exportAs(batch, format)}
          onSaved={report}
        >
          Download {labelOf(format)}
        </ExportButton>
      )}
      {format === '' && formulas.length > 0 && (
        <span className="w-0 min-w-full text-xs text-ink-soft">{formulaWarning(formulas)}</span>
      )}
    </span>
  );
}
