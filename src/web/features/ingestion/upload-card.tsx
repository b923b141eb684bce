import { lazy, Suspense, useRef, useState } from 'react';
import { FILE_ENDINGS } from '../../../shared/bank-formats.ts';
import { MAX_UPLOAD_BYTES, sizeLimit } from '../../../shared/limits.ts';
import { useInstitution } from '../../data/profile.ts';
import { fileSize } from '../../lib/file-size.ts';
import { counted } from '../../lib/format.ts';
import { fail } from '../../lib/notices.ts';
import { Card } from '../../ui/card.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { EXAMPLES } from './example-file.ts';
import { FileVerdict } from './file-verdict.tsx';
import { draftOf, type MappingDraft } from './map-columns/mapping-draft.ts';
import { RejectedLinesDialog } from './rejected-lines-dialog.tsx';
import { TableChoiceDialog } from './table-choice-dialog.tsx';
import { UploadButtons } from './upload-buttons.tsx';
import { type Uploaded, type UploadState, useUpload } from './use-upload.ts';

const MapColumns = lazy(() =>
  import('./map-columns/map-columns.tsx').then((file) => ({ default: file.MapColumns })),
);

const HINT = `Up to ${sizeLimit(MAX_UPLOAD_BYTES)}. Use a template, your own columns in CSV, Excel, Parquet or JSON, or a bank statement or payment file. Several files or a ZIP become linked tables`;

export function UploadCard(props: {
  /** True as long as there is no dataset. */
  offersExample: boolean;
  /** Upload time of the newest dataset of a name; null without one. */
  uploadedAt: (filename: string) => string | null;
  onUploaded: (uploaded: Uploaded) => void;
}) {
  const { state, choose, send, answer, chooseTable, cancel } = useUpload(props.onUploaded);
  const [mapping, setMapping] = useState<{ open: boolean; draft: MappingDraft } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const busy = state.kind === 'uploading';
  const files = state.kind === 'none' ? [] : state.files;
  const ready = state.kind === 'checked' && state.check.kind === 'ready';
  const asTables = state.kind !== 'none' && state.asTables;
  const asIs = ready && !asTables && state.check.kind === 'ready' && state.check.asIs;
  const read = state.kind === 'checked' && state.check.kind !== 'refused' ? state.check.read : null;
  const rows = state.kind === 'checked' && state.check.kind !== 'refused' && state.check.records;
  const take = (chosen: File[]) => {
    setMapping(null);
    return choose(chosen);
  };
  const example = EXAMPLES[useInstitution()];
  const chooseExample = () =>
    example.open().then(
      (file) => take([file]),
      (error: unknown) => fail('Error', error),
    );
  const fields = asIs || !ready ? { columns: 'as-is' as const } : {};
  useLeaveWarning(busy);
  return (
    <Card aria-label="Upload" className="mb-8">
      <DropZone disabled={busy} onFiles={take}>
        <FileInput ref={input} label="Data file" accept={FILE_ENDINGS.join(',')} onFiles={take} />
        <p className="figure-serif text-base wrap-anywhere">
          {files.map(({ name }) => name).join(', ') || 'Drop a CSV or Parquet file here'}
        </p>
        <p className="text-ink-soft">{files.length === 0 ? HINT : fileSize(bytesOf(files))}</p>
        {props.offersExample && state.kind === 'none' && (
          <LinkButton className="mt-1" onClick={() => void chooseExample()}>
            {example.label}
          </LinkButton>
        )}
        <UploadButtons
          state={state}
          label={asTables ? 'Upload as linked tables' : 'Upload'}
          disabled={!ready}
          onSelect={() => input.current?.click()}
          onSend={() => send(fields)}
          onCancel={cancel}
        />
        <Status
          state={state}
          sameName={props.uploadedAt(files[0]?.name ?? '')}
          onTakeAsIs={() => send(fields)}
          onMap={() =>
            read &&
            setMapping({ open: true, draft: mapping?.draft ?? draftOf(read.mapping, read.roles) })
          }
        />
        {read && mapping?.open && (
          <Suspense fallback={null}>
            <MapColumns
              open
              data={read}
              started={mapping.draft}
              rows={
                typeof rows === 'number'
                  ? counted(rows, 'row', 'rows')
                  : `the first ${counted(Number(read.record_count), 'row', 'rows')}, the others are read by the upload`
              }
              action={
                typeof rows === 'number' ? `Upload ${counted(rows, 'row', 'rows')}` : 'Upload'
              }
              later="Close"
              busy={false}
              onSave={(draft, recipe) => {
                setMapping({ open: false, draft });
                send(fields, { read, draft, recipe });
              }}
              onClose={(draft) => setMapping({ open: false, draft })}
            />
          </Suspense>
        )}
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
