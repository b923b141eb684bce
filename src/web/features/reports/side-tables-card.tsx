import { useState } from 'react';
import { SIDE_TABLE_LABELS, SIDE_TABLES, type SideTable } from '../../../shared/bank-tables.ts';
import type { ExportedFile } from '../../../shared/contracts/export.ts';
import { callFunction } from '../../data/call-function.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import { ExportButton, FormatOptions, FormatSelect } from './format-download.tsx';

const CHOICES = SIDE_TABLES.map((value) => ({ value, label: SIDE_TABLE_LABELS[value] }));

/** Payments, agreements, KYC and owners of a simulated bank, made from its seed. */
export function SideTablesCard({ batchId }: { batchId: string }) {
  const [table, setTable] = useState<SideTable>('payments');
  const exportFile = () =>
    callFunction<ExportedFile>('export-bank-table', { batch_id: batchId, table });
  return (
    <Card aria-labelledby="side-tables" className="mb-6">
      <CardHead
        id="side-tables"
        title="More tables of this bank"
        action={
          <span className="flex flex-wrap gap-2">
            <FormatSelect label="Table" value={table} onChange={setTable}>
              <FormatOptions of={CHOICES} />
            </FormatSelect>
            <ExportButton origin="SYNTHETIC" exportFile={exportFile}>
              Download
            </ExportButton>
          </span>
        }
      >
        Payment events, agreements, KYC attributes and owners, as CSV.
      </CardHead>
    </Card>
  );
}
