import { useRef } from 'react';
import { FILE_ENDINGS } from '../../../shared/bank-formats.ts';
import { MAX_UPLOAD_BYTES, sizeLimit } from '../../../shared/limits.ts';
import { fileSize } from '../../lib/file-size.ts';
import { fail } from '../../lib/notices.ts';
import { UNREACHABLE } from '../../lib/service-error.ts';
import { Card } from '../../ui/card.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { FileVerdict } from './file-verdict.tsx';
import { RejectedLinesDialog } from './rejected-lines-dialog.tsx';
import { TableChoiceDialog } from './table-choice-dialog.tsx';
import { UploadButtons } from './upload-buttons.tsx';
import { type Uploaded, type UploadState, useUpload } from './use-upload.ts';

const HINT = `Up to ${sizeLimit(MAX_UPLOAD_BYTES)}. Use a template, your own columns in CSV, Excel, Parquet or JSON, or a bank statement or payment file. Several files or a ZIP become linked tables`;

export function UploadCard(props: {
  /** True as long as there is no dataset. */
  offersExample: boolean;
  /** Upload time of the newest dataset of a name; null without one. */
  uploadedAt: (filename: string) => string | null;
  onUploaded: (uploaded: Uploaded) => void;
}) {
  const { state, choose, send, answer, chooseTable, cancel } = useUpload(props.onUploaded);
  const input = useRef<HTMLInputElement>(null);
  const busy = state.kind === 'uploading';
  const files = state.kind === 'none' ? [] : state.files;
  const ready = state.kind === 'checked' && state.check.kind === 'ready';
  const asTables = state.kind !== 'none' && state.asTables;
  const asIs = ready && !asTables && state.check.kind === 'ready' && state.check.asIs;
  useLeaveWarning(busy);
  return (
    <Card aria-label="Upload" className="mb-8">
      <DropZone disabled={busy} onFiles={choose}>
        <FileInput ref={input} label="Data file" accept={FILE_ENDINGS.join(',')} onFiles={choose} />
        <p className="figure-serif text-base wrap-anywhere">
          {files.map(({ name }) => name).join(', ') || 'Drop a CSV or Parquet file here'}
        </p>
        <p className="text-ink-soft">{files.length === 0 ? HINT : fileSize(bytesOf(files))}</p>
        {props.offersExample && state.kind === 'none' && (
          <LinkButton className="mt-1" onClick={() => void chooseExample(choose)}>
            Use the example statement
          </LinkButton>
        )}
        <UploadButtons
          state={state}
          label={asTables ? 'Upload as linked tables' : 'Upload'}
          disabled={!ready}
          onSelect={() => input.current?.click()}
          onSend={() => send(asIs ? { columns: 'as-is' } : {})}
          onCancel={cancel}
        />
        <Status
          state={state}
          sameName={props.uploadedAt(files[0]?.name ?? '')}
          onTakeAsIs={() => send({ columns: 'as-is' })}
          onMap={() => send({ columns: 'as-is' }, { map: true })}
        />
        <RejectedLinesDialog
          filename={state.kind === 'asking' ? state.filename : ''}
          lines={state.kind === 'asking' ? state.lines : null}
          onLeaveOut={() => answer(true)}
          onCancel={() => answer(false)}
        />
        {state.kind === 'choosing' && (
          <TableChoiceDialog
            filename={state.files[0]!.name}
            choice={state.choice}
            onAll={() => chooseTable('all')}
            onTable={(name) => chooseTable({ name })}
            onCancel={() => chooseTable('none')}
          />
        )}
      </DropZone>
    </Card>
  );
}

async function chooseExample(choose: (files: File[]) => Promise<void>): Promise<void> {
  try {
    const answer = await fetch('/example-statement.csv');
    if (!answer.ok) throw new Error(UNREACHABLE);
    await choose([new File([await answer.blob()], 'example-statement.csv')]);
  } catch (error) {
    fail('Error', error);
  }
}

const bytesOf = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);

function Status(props: {
  state: UploadState;
  sameName: string | null;
  onTakeAsIs: () => void;
  onMap: () => void;
}) {
  const { state, sameName, onTakeAsIs, onMap } = props;
  if (state.kind === 'checked' || state.kind === 'asking' || state.kind === 'choosing') {
    return <FileVerdict check={state.check} {...{ sameName, onTakeAsIs, onMap }} />;
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
  const { files } = state;
  const named = files.length === 1 ? files[0]!.name : `${files.length} files`;
  return (
    <div className="mt-4 w-full max-w-md">
      <Progress label={`Uploading ${named}`} share={sent ? null : state.share} />
      <p role="status" className="mt-1.5 text-xs text-ink-soft">
        {sent
          ? 'Sent. The server is reading types and rows.'
          : `${Math.floor(state.share * 100)}% of ${fileSize(bytesOf(files))} sent`}
      </p>
    </div>
  );
}
