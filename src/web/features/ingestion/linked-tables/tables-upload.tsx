import { fileSize } from '../../../lib/file-size.ts';
import { Progress } from '../../../ui/progress.tsx';
import { RejectedLinesDialog } from '../rejected-lines-dialog.tsx';
import { UploadButtons } from '../upload-buttons.tsx';
import type { useTablesUpload } from './use-tables-upload.ts';

export function TablesUpload(props: {
  upload: ReturnType<typeof useTablesUpload>;
  onSelect: () => void;
}) {
  const { state, send, answer, cancel } = props.upload;
  if (state.kind === 'none') return null;
  const { files } = state;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const busy = state.kind === 'uploading';
  return (
    <>
      <p className="figure-serif text-base wrap-anywhere">
        {files.map(({ name }) => name).join(', ')}
      </p>
      <p className="text-ink-soft">
        {fileSize(bytes)}. Each file becomes a table; keys and relations are proposed.
      </p>
      <UploadButtons
        state={state}
        label="Upload as linked tables"
        onSelect={props.onSelect}
        onSend={send}
        onCancel={cancel}
      />
      {busy && (
        <div className="mt-4 w-full max-w-md">
          <Progress
            label={`Uploading ${files.length} files`}
            share={state.share >= 1 ? null : state.share}
          />
        </div>
      )}
      <RejectedLinesDialog
        filename={state.kind === 'asking' ? state.filename : ''}
        lines={state.kind === 'asking' ? state.lines : null}
        onLeaveOut={() => answer(true)}
        onCancel={() => answer(false)}
      />
    </>
  );
}
