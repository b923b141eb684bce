import { useMemo } from 'react';
import { downloadDocument } from '../../data/evidence.ts';
import type { EvidenceDocument } from '../../data/rows.ts';
import { fileSize } from '../../lib/file-size.ts';
import { fail } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { countColumn, timestampColumn } from '../../ui/columns.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

async function download(document: EvidenceDocument): Promise<void> {
  try {
    saveFile(await downloadDocument(document), document.filename);
  } catch (error) {
    fail('Download failed', error);
  }
}

export function DocumentTable(props: {
  documents: readonly EvidenceDocument[];
  onLink: (document: EvidenceDocument) => void;
  onDelete: (document: EvidenceDocument) => void;
}) {
  const { onLink, onDelete } = props;
  const columns = useMemo<Column<EvidenceDocument>[]>(
    () => [
      {
        id: 'filename',
        header: 'Filename',
        sort: (row) => row.filename,
        className: 'min-w-48',
        cell: (row) => (
          <LinkButton className="wrap-anywhere" onClick={() => void download(row)}>
            {row.filename}
          </LinkButton>
        ),
      },
      {
        id: 'file_type',
        header: 'Type',
        sort: (row) => row.file_type,
        cell: (row) => (row.file_type === 'application/pdf' ? 'PDF' : 'DOCX'),
      },
      {
        id: 'file_size',
        header: 'Size',
        sort: (row) => Number(row.file_size),
        cell: (row) => fileSize(Number(row.file_size)),
        numeric: true,
      },
      {
        id: 'sha256',
        header: 'SHA-256',
        cell: (row) =>
          row.sha256 ? (
            <CopyId
              id={row.sha256}
              shown={`${row.sha256.slice(0, 10)}…`}
              what={`SHA-256 of ${row.filename}`}
            />
          ) : (
            'Pending'
          ),
      },
      countColumn({
        id: 'links',
        header: 'Linked records',
        count: (row) => row.evidence_links.length,
      }),
      timestampColumn('Uploaded'),
      {
        id: 'actions',
        header: 'Actions',
        cell: (row) => (
          <span className="flex gap-1.5">
            <Button size="small" onClick={() => onLink(row)}>
              Link<span className="sr-only"> {row.filename}</span>
            </Button>
            <DeleteButton name={row.filename} onClick={() => onDelete(row)} />
          </span>
        ),
      },
    ],
    [onLink, onDelete],
  );
  return (
    <DataTable
      label="Documents"
      columns={columns}
      rows={props.documents}
      rowKey={(row) => row.id}
    />
  );
}
