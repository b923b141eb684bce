import { useRef } from 'react';
import { BANK_FILE_ENDS } from '../../../shared/bank-formats.ts';
import { MAX_UPLOAD_BYTES, sizeLimit } from '../../../shared/limits.ts';
import { fileSize } from '../../lib/file-size.ts';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { FileVerdict } from './file-verdict.tsx';
import { RejectedLinesDialog } from './rejected-lines-dialog.tsx';
import { type Uploaded, type UploadState, useUpload } from './use-upload.ts';

/** Choose a file, see whether it fits, send it. */
export function UploadCard(props: { onUploaded: (uploaded: Uploaded) => void }) {
  const { state, choose, send, answer, cancel } = useUpload(props.onUploaded);
  const input = useRef<HTMLInputElement>(null);
  const drop = ([file, ...others]: File[]) => {
    if (others.length > 0) return fail('Upload failed', 'One file at a time: drop just one.');
    if (file) void choose(file);
  };
  const busy = state.kind === 'uploading';
  useLeaveWarning(busy);
  const ready = state.kind === 'checked' && state.check.kind === 'ready';
  const asIs = state.kind === 'checked' && state.check.kind === 'ready' && state.check.asIs;
  return (
    <Card aria-label="Upload" className="mb-8">
      <DropZone disabled={busy} onFiles={drop}>
        <p className="figure-serif text-base">
          {state.kind === 'none' ? 'Drop a CSV or Parquet file here' : state.file.name}
        </p>
        <p className="text-ink-soft">
          {state.kind === 'none'
            ? `Up to ${sizeLimit(MAX_UPLOAD_BYTES)}. Use a template, your own columns, or a bank statement or payment file`
            : fileSize(state.file.size)}
        </p>
        <input
          ref={input}
          type="file"
          accept={`.csv,.parquet,${BANK_FILE_ENDS}`}
          aria-label="Data file"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void choose(file);
          }}
        />
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          <Button disabled={busy} onClick={() => input.current?.click()}>
            Select File
          </Button>
          <Button
            variant="primary"
            disabled={!ready && !busy}
            busy={busy}
            busyLabel={busy && state.share === 1 ? 'Reading...' : 'Uploading...'}
            onClick={() => send(asIs ? { columns: 'as-is' } : {})}
          >
            Upload
          </Button>
          {busy && <Button onClick={cancel}>Cancel</Button>}
        </div>
        <Status
          state={state}
          onTakeAsIs={() => send({ columns: 'as-is' })}
          onMap={() => send({ columns: 'as-is' }, { map: true })}
        />
      </DropZone>
      <RejectedLinesDialog
        filename={state.kind === 'none' ? '' : state.file.name}
        lines={state.kind === 'asking' ? state.lines : null}
        onLeaveOut={() => answer(true)}
        onCancel={() => answer(false)}
      />
    </Card>
  );
}

function Status(props: { state: UploadState; onTakeAsIs: () => void; onMap: () => void }) {
  const { state, onTakeAsIs, onMap } = props;
  if (state.kind === 'checked' || state.kind === 'asking') {
    return <FileVerdict check={state.check} onTakeAsIs={onTakeAsIs} onMap={onMap} />;
  }
  if (state.kind === 'checking') {
    return (
      <p role="status" className="mt-4 text-ink-soft">
        Checking the headers…
      </p>
    );
  }
  if (state.kind === 'none') return null;
  const sent = state.share >= 1;
  return (
    <div className="mt-4 w-full max-w-md">
      <Progress label={`Uploading ${state.file.name}`} share={sent ? null : state.share} />
      <p role="status" className="mt-1.5 text-xs text-ink-soft">
        {sent
          ? 'Sent. The server is reading types and rows.'
          : `${Math.floor(state.share * 100)}% of ${fileSize(state.file.size)} sent`}
      </p>
    </div>
  );
}
