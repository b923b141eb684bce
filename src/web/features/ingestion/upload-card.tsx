import { useRef } from 'react';
import { BANK_FILE_ENDS } from '../../../shared/bank-formats.ts';
import { MAX_UPLOAD_BYTES, sizeLimit } from '../../../shared/limits.ts';
import { UPLOAD_ENDINGS } from '../../../shared/upload-formats.ts';
import { fileSize } from '../../lib/file-size.ts';
import { Card } from '../../ui/card.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { FileVerdict } from './file-verdict.tsx';
import { TablesUpload } from './linked-tables/tables-upload.tsx';
import { areTables, useTablesUpload } from './linked-tables/use-tables-upload.ts';
import { RejectedLinesDialog } from './rejected-lines-dialog.tsx';
import { TableChoiceDialog } from './table-choice-dialog.tsx';
import { UploadButtons } from './upload-buttons.tsx';
import { type Uploaded, type UploadState, useUpload } from './use-upload.ts';

const HINT = `Up to ${sizeLimit(MAX_UPLOAD_BYTES)}. Use a template, your own columns in CSV, Excel, Parquet or JSON, or a bank statement or payment file. Several files or a ZIP become linked tables`;

export function UploadCard(props: {
  onUploaded: (uploaded: Uploaded) => void;
  onTables: (id: string) => void;
}) {
  const single = useUpload(props.onUploaded);
  const tables = useTablesUpload(props.onTables);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: File[]) => {
    const [file] = files;
    if (areTables(files)) return tables.choose(files);
    tables.clear();
    if (file) void single.choose(file);
  };
  const select = () => input.current?.click();
  const busy = [single.state, tables.state].some(({ kind }) => kind === 'uploading');
  useLeaveWarning(busy);
  return (
    <Card aria-label="Upload" className="mb-8">
      <DropZone disabled={busy} onFiles={take}>
        <FileInput
          ref={input}
          label="Data file"
          accept={[...UPLOAD_ENDINGS, '.zip', BANK_FILE_ENDS].join(',')}
          onFiles={take}
        />
        {tables.state.kind === 'none' ? (
          <FileUpload
            upload={single}
            onSelect={select}
            onAllTables={(file) => {
              single.clear();
              tables.sendFiles([file]);
            }}
          />
        ) : (
          <TablesUpload upload={tables} onSelect={select} />
        )}
      </DropZone>
    </Card>
  );
}

function FileUpload(props: {
  upload: ReturnType<typeof useUpload>;
  onSelect: () => void;
  onAllTables: (file: File) => void;
}) {
  const { state, send, answer, chooseTable, cancel } = props.upload;
  const ready = state.kind === 'checked' && state.check.kind === 'ready';
  const asIs = state.kind === 'checked' && state.check.kind === 'ready' && state.check.asIs;
  return (
    <>
      <p className="figure-serif text-base">
        {state.kind === 'none' ? 'Drop a CSV or Parquet file here' : state.file.name}
      </p>
      <p className="text-ink-soft">{state.kind === 'none' ? HINT : fileSize(state.file.size)}</p>
      <UploadButtons
        state={state}
        label="Upload"
        disabled={!ready}
        onSelect={props.onSelect}
        onSend={() => send(asIs ? { columns: 'as-is' } : {})}
        onCancel={cancel}
      />
      <Status
        state={state}
        onTakeAsIs={() => send({ columns: 'as-is' })}
        onMap={() => send({ columns: 'as-is' }, { map: true })}
      />
      <RejectedLinesDialog
        filename={state.kind === 'none' ? '' : state.file.name}
        lines={state.kind === 'asking' ? state.lines : null}
        onLeaveOut={() => answer(true)}
        onCancel={() => answer(false)}
      />
      {state.kind === 'choosing' && (
        <TableChoiceDialog
          filename={state.file.name}
          choice={state.choice}
          onAll={() => props.onAllTables(state.file)}
          onTable={chooseTable}
          onCancel={() => chooseTable(null)}
        />
      )}
    </>
  );
}

function Status(props: { state: UploadState; onTakeAsIs: () => void; onMap: () => void }) {
  const { state, onTakeAsIs, onMap } = props;
  if (state.kind === 'checked' || state.kind === 'asking' || state.kind === 'choosing') {
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
