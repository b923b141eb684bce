import { useRef, useState } from 'react';
import { MAX_EVIDENCE_BYTES, sizeLimit } from '../../../shared/limits.ts';
import type { Vault } from '../../data/evidence.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { useUploads } from './use-uploads.ts';

const LIMIT = `Up to ${sizeLimit(MAX_EVIDENCE_BYTES)} each`;

export function UploadArea({ vault }: { vault: Vault }) {
  const input = useRef<HTMLInputElement>(null);
  const { current, send } = useUploads(vault);
  const [waiting, setWaiting] = useState<File[] | null>(null);
  useLeaveWarning(current !== null);
  const take = (files: File[]) => {
    if (files.length === 0) return;
    if (vault === 'global') setWaiting(files);
    else void send(files);
  };
  return (
    <Card aria-label="Upload" className="mb-6">
      <DropZone disabled={current !== null} onFiles={take}>
        <p className="figure-serif text-base">Drop PDF or DOCX documents here</p>
        <p className="text-ink-soft">
          {vault === 'global'
            ? `${LIMIT}; visible to every organization on this server`
            : `${LIMIT}; visible to your organization`}
        </p>
        <FileInput ref={input} label="Evidence documents" accept=".pdf,.docx" onFiles={take} />
        <Button
          className="mt-3"
          busy={current !== null}
          busyLabel="Uploading..."
          onClick={() => input.current?.click()}
        >
          Choose Files
        </Button>
        {current && (
          <div className="mt-4 w-full max-w-md">
            <Progress label={`Uploading ${current.name}`} share={current.percent / 100} />
            <p role="status" className="mt-1.5 truncate text-xs text-ink-soft">
              {current.name}
            </p>
          </div>
        )}
      </DropZone>
      <ConfirmDialog
        open={waiting !== null}
        onOpenChange={(open) => !open && setWaiting(null)}
        title={`Upload ${waiting?.length === 1 ? `“${waiting[0]?.name}”` : `${waiting?.length ?? 0} documents`} for everyone?`}
        confirmLabel="Upload for everyone"
        danger={false}
        onConfirm={() => {
          const files = waiting ?? [];
          setWaiting(null);
          void send(files);
        }}
      >
        <p>Visible to every organization on this server</p>
      </ConfirmDialog>
    </Card>
  );
}
