import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ParseIngestedFileAnswer } from '../../../shared/contracts/ingestion.ts';
import { MAX_UPLOAD_BYTES, sizeLimit } from '../../../shared/limits.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { runsQuery } from '../../data/runs.ts';
import { uploadForm } from '../../data/upload-form.ts';
import { fileSize } from '../../lib/file-size.ts';
import { fail, notice } from '../../lib/notices.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { checkFile, type FileCheck } from './check-file.ts';
import { FileVerdict } from './file-verdict.tsx';

type State =
  | { kind: 'none' }
  | { kind: 'checking'; file: File }
  | { kind: 'checked'; file: File; check: FileCheck }
  | { kind: 'uploading'; file: File; check: FileCheck; share: number };

/** Choose a file, see whether it fits, send it. */
export function UploadCard(props: { onUploaded: (manifestId: string) => void }) {
  const [state, setState] = useState<State>({ kind: 'none' });
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController>(null);
  const queries = useQueryClient();

  const choose = async (file: File) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setState({ kind: 'checking', file });
    try {
      const check = await checkFile(file, control.signal);
      if (control.signal.aborted) return;
      setState({ kind: 'checked', file, check });
      if (check.kind === 'refused') fail(check.title, check.message);
    } catch (error) {
      if (control.signal.aborted) return;
      setState({ kind: 'none' });
      fail('Upload failed', messageOf(error, 'The file could not be read.'));
    }
  };

  const upload = async (file: File, check: FileCheck) => {
    const control = new AbortController();
    running.current = control;
    setState({ kind: 'uploading', file, check, share: 0 });
    try {
      const answer = await uploadForm<ParseIngestedFileAnswer>('parse-ingested-file', file, {
        signal: control.signal,
        onProgress: (share) => setState({ kind: 'uploading', file, check, share }),
      });
      setState({ kind: 'none' });
      notice('Upload complete', answer.message);
      void queries.invalidateQueries({ queryKey: runsQuery.queryKey });
      // What is offered for a dataset stands on the list that names it.
      await queries.invalidateQueries({ queryKey: datasetsQuery.queryKey });
      props.onUploaded(answer.manifest_id);
    } catch (error) {
      setState({ kind: 'checked', file, check });
      fail('Upload failed', error);
      void queries.invalidateQueries({ queryKey: datasetsQuery.queryKey });
    }
  };

  const drop = ([file, ...others]: File[]) => {
    if (others.length > 0) return fail('Upload failed', 'One file at a time: drop just one.');
    if (file) void choose(file);
  };
  const busy = state.kind === 'uploading';
  useLeaveWarning(busy);
  const ready = state.kind === 'checked' && state.check.kind === 'ready';
  return (
    <Card aria-label="Upload" className="mb-8">
      <DropZone disabled={busy} onFiles={drop}>
        <p className="figure-serif text-base">
          {state.kind === 'none' ? 'Drop a CSV or Parquet file here' : state.file.name}
        </p>
        <p className="text-ink-soft">
          {state.kind === 'none'
            ? `Up to ${sizeLimit(MAX_UPLOAD_BYTES)}, with the columns of a template`
            : fileSize(state.file.size)}
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,.parquet"
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
            busyLabel={
              state.kind === 'uploading' && state.share === 1 ? 'Reading...' : 'Uploading...'
            }
            onClick={() => state.kind === 'checked' && void upload(state.file, state.check)}
          >
            Upload
          </Button>
          {busy && <Button onClick={() => running.current?.abort()}>Cancel</Button>}
        </div>
        {state.kind === 'uploading' && (
          <div className="mt-4 w-full max-w-md">
            <Progress
              label={`Uploading ${state.file.name}`}
              share={state.share < 1 ? state.share : null}
            />
            <p role="status" className="mt-1.5 text-xs text-ink-soft">
              {state.share < 1
                ? `${Math.floor(state.share * 100)}% of ${fileSize(state.file.size)} sent`
                : 'Sent. The server is reading types and rows.'}
            </p>
          </div>
        )}
        {state.kind === 'checking' && (
          <p role="status" className="mt-4 text-ink-soft">
            Checking the headers and counting records…
          </p>
        )}
        {state.kind === 'checked' && <FileVerdict check={state.check} />}
      </DropZone>
    </Card>
  );
}
