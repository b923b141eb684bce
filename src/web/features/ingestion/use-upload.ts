import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type {
  ParseIngestedFileAnswer,
  RejectedLines,
} from '../../../shared/contracts/ingestion.ts';
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
    };

type UploadFields = { columns?: 'as-is'; accept_rejected?: 'true' };
/** Upload request; `map` opens the column mapping afterwards. */
type UploadOrder = { fields: UploadFields; map: boolean };

export type Uploaded = { manifestId: string; map: boolean };

/** Returns true if mapping was requested and no recipe applies, or if a column is ambiguous. */
const isToBeMapped = ({ mapping, recipe }: ParseIngestedFileAnswer, wanted: boolean): boolean =>
  (wanted && recipe === null) || mapping.columns.some(({ ambiguous }) => ambiguous);

/** Returns the lines that the server asks to skip; null for other errors. */
const linesToConfirm = (error: unknown): RejectedLines | null =>
  error instanceof ServiceError && error.code === 'confirmation_needed'
    ? (error.detail as RejectedLines)
    : null;

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
      const lines = linesToConfirm(error);
      setState(
        lines ? { kind: 'asking', file, check, order, lines } : { kind: 'checked', file, check },
      );
      if (!lines) fail('Upload failed', error);
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
    cancel: () => running.current?.abort(),
  };
}
