import { useState } from 'react';
import { type PartOfBatch, partsOf } from '../../data/batch-facts.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { fileSize } from '../../lib/file-size.ts';
import { formatCount, shortId } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ExportButton } from './format-download.tsx';

const PAGE_SIZE = 10;

export function BatchParts({ batch }: { batch: GenerationLog }) {
  const [page, setPage] = useState(1);
  const parts = partsOf(batch);
  if (parts.length === 0) return null;
  const shown = parts.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <Card aria-label="Files of the batch" className="mb-6">
      <DataTable
        label="Files of the batch"
        columns={columnsFor(batch)}
        rows={shown}
        rowKey={({ name }) => name}
      />
      {parts.length > PAGE_SIZE && (
        <Pager page={page} size={PAGE_SIZE} total={parts.length} onPage={setPage} />
      )}
    </Card>
  );
}

const columnsFor = (batch: GenerationLog): Column<PartOfBatch>[] => [
  { id: 'name', header: 'File', cell: ({ name }) => <code>{name}</code> },
  { id: 'rows', header: 'Rows', numeric: true, cell: ({ rows }) => formatCount(rows) },
  { id: 'size', header: 'Size', numeric: true, cell: ({ bytes }) => fileSize(bytes) },
  {
    id: 'download',
    header: 'Download',
    cell: ({ name, url }) => (
      <ExportButton
        origin="SYNTHETIC"
        size="small"
        exportFile={async () => ({
          path: url,
          filename: `${shortId(batch.batch_id)}-${name.replaceAll('/', '-')}`,
        })}
      >
        Download<span className="sr-only"> {name}</span>
      </ExportButton>
    ),
  },
];
