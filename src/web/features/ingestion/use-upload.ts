import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type {
  ParseIngestedFileAnswer,
  RejectedLines,
} from '../../../shared/contracts/ingestion.ts';
import { isTableChoice, type TableChoice } from '../../../shared/file-tables.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { runsQuery } from '../../data/runs.ts';
import { uploadForm } from '../../data/upload-form.ts';
import { fail, notice } from '../../lib/notices.ts';
import { messageOf, ServiceError } from '../../lib/service-error.ts';
import { checkFile, type FileCheck } from './check-file.ts';

export type UploadState =
  | { kind: 'none' }
  | { kind: 'checking'; file: File }
  | { kind: 'checked'; file: File; check: FileCheck }
  | { kind: 'uploading'; file: File; check: FileCheck; share: number }
  | {
      kind: 'asking';
      file: File;
      check: FileCheck;
      order: UploadOrder;
      lines: RejectedLines;
    }
  | { kind: 'choosing'; file: File; check: FileCheck; order: UploadOrder; choice: TableChoice };

type UploadFields = { columns?: 'as-is'; accept_rejected?: 'true'; table?: string };
/** Upload request; `map` opens the column mapping afterwards. */
type UploadOrder = { fields: UploadFields; map: boolean };

export type Uploaded = { manifestId: string; map: boolean };

/** Returns true if mapping was requested and no recipe applies, or if a column is ambiguous. */
const isToBeMapped = ({ mapping, recipe }: ParseIngestedFileAnswer, wanted: boolean): boolean =>
  (wanted && recipe === null) || mapping.columns.some(({ ambiguous }) => ambiguous);

type Chosen = Extract<UploadState, { kind: 'uploading' }>;

/** Returns the state after a failed upload: a question of the server, or the chosen file. */
function stateAfter(
  error: unknown,
  { file, check, order }: Pick<Chosen, 'file' | 'check'> & { order: UploadOrder },
): UploadState {
  if (!(error instanceof ServiceError) || error.code !== 'confirmation_needed')
    return { kind: 'checked', file, check };
  const { detail } = error;
  return isTableChoice(detail)
    ? { kind: 'choosing', file, check, order, choice: detail }
    : { kind: 'asking', file, check, order, lines: detail as RejectedLines };
}

export function useUpload(onUploaded: (uploaded: Uploaded) => void) {
  const [state, setState] = useState<UploadState>({ kind: 'none' });
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

  const upload = async (file: File, check: FileCheck, order: UploadOrder) => {
    const control = new AbortController();
    running.current = control;
    setState({ kind: 'uploading', file, check, share: 0 });
    try {
      const answer = await uploadForm<ParseIngestedFileAnswer>('parse-ingested-file', file, {
        fields: order.fields,
        signal: control.signal,
        onProgress: (share) => setState({ kind: 'uploading', file, check, share }),
      });
      setState({ kind: 'none' });
      const map = isToBeMapped(answer, order.map);
      if (!map) notice('Upload complete', answer.message);
      void queries.invalidateQueries({ queryKey: runsQuery.queryKey });
      // Refresh the list first: the offer for a dataset needs its entry.
      await queries.invalidateQueries({ queryKey: datasetsQuery.queryKey });
      onUploaded({ manifestId: answer.manifest_id, map });
    } catch (error) {
      const next = stateAfter(error, { file, check, order });
      setState(next);
      if (next.kind === 'checked') fail('Upload failed', error);
      void queries.invalidateQueries({ queryKey: datasetsQuery.queryKey });
    }
  };

  return {
    state,
    choose,
    send: (fields: UploadFields = {}, { map = false } = {}) =>
      state.kind === 'checked' && void upload(state.file, state.check, { fields, map }),
    answer: (leaveOut: boolean) => {
      if (state.kind !== 'asking') return;
      const { file, check, order } = state;
      const fields: UploadFields = { ...order.fields, accept_rejected: 'true' };
      if (leaveOut) void upload(file, check, { ...order, fields });
      else setState({ kind: 'checked', file, check });
    },
    /** Uploads one table of the file; null to upload none. */
    chooseTable: (table: string | null) => {
      if (state.kind !== 'choosing') return;
      const { file, check, order } = state;
      if (table === null) setState({ kind: 'checked', file, check });
      else void upload(file, check, { ...order, fields: { ...order.fields, table } });
    },
    clear: () => setState({ kind: 'none' }),
    cancel: () => running.current?.abort(),
  };
}
