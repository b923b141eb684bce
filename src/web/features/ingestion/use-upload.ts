import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type {
  ParseIngestedFileAnswer,
  RejectedLines,
} from '../../../shared/contracts/ingestion.ts';
import { isTableChoice, type TableChoice } from '../../../shared/file-tables.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { runsQuery } from '../../data/runs.ts';
import type { SendOptions } from '../../data/send-form.ts';
import { tableSetsQuery, uploadTables } from '../../data/table-sets.ts';
import { uploadForm } from '../../data/upload-form.ts';
import { fail, notice } from '../../lib/notices.ts';
import { messageOf, ServiceError } from '../../lib/service-error.ts';
import { checkFile, type FileCheck, unread } from './check-file.ts';
import { applyChecked, type CheckedColumns } from './map-columns/apply-checked.ts';
import type { MappingDraft } from './map-columns/mapping-draft.ts';

/** Files to upload as a dataset, or as linked tables. */
type Chosen = { files: readonly File[]; check: FileCheck; asTables: boolean };

export type UploadState =
  | { kind: 'none' }
  | { kind: 'checking'; files: readonly File[]; asTables: boolean }
  | (Chosen & { kind: 'checked' })
  | (Chosen & { kind: 'uploading'; share: number })
  | (Chosen & { kind: 'asking'; order: UploadOrder; filename: string; lines: RejectedLines })
  | (Chosen & { kind: 'choosing'; order: UploadOrder; choice: TableChoice });

type UploadFields = { columns?: 'as-is'; accept_rejected?: 'true'; table?: string };
type UploadOrder = { fields: UploadFields; checked: CheckedColumns | null };

export type Uploaded =
  /** `map` opens the column mapping; `draft` are corrections that it begins with. */
  | { kind: 'dataset'; manifestId: string; map: boolean; draft: MappingDraft | null }
  | { kind: 'tables'; tableSetId: string };

const areTables = (files: readonly File[]): boolean =>
  files.length > 1 || files.some(({ name }) => /\.zip$/i.test(name));

const TABLES = unread('Each file becomes a table. Keys and relations are proposed.', false);

async function send(
  { files, asTables }: Chosen,
  { fields }: UploadOrder,
  options: SendOptions,
): Promise<Uploaded & { message: string }> {
  if (asTables) {
    const answer = await uploadTables(files, { ...options, fields });
    return { kind: 'tables', tableSetId: answer.table_set_id, message: answer.message };
  }
  const answer = await uploadForm<ParseIngestedFileAnswer>('parse-ingested-file', files, {
    ...options,
    fields,
  });
  const { manifest_id: manifestId, message, mapping } = answer;
  const map = mapping.columns.some(({ ambiguous }) => ambiguous);
  return { kind: 'dataset', manifestId, map, draft: null, message };
}

/** Returns the state after a failed upload: a question of the server, or the chosen files. */
function stateAfter(error: unknown, chosen: Chosen, order: UploadOrder): UploadState {
  if (!(error instanceof ServiceError) || error.code !== 'confirmation_needed')
    return { ...chosen, kind: 'checked' };
  const { detail } = error;
  if (isTableChoice(detail)) return { ...chosen, kind: 'choosing', order, choice: detail };
  const filename = chosen.asTables ? messageOf(error).split(': ', 1)[0]! : chosen.files[0]!.name;
  return { ...chosen, kind: 'asking', order, filename, lines: detail as RejectedLines };
}

export function useUpload(onUploaded: (uploaded: Uploaded) => void) {
  const [state, setState] = useState<UploadState>({ kind: 'none' });
  const running = useRef<AbortController>(null);
  const queries = useQueryClient();

  const choose = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const asTables = areTables(files);
    setState({ kind: 'checking', files, asTables });
    try {
      const check = asTables ? TABLES : await checkFile(file, control.signal);
      if (control.signal.aborted) return;
      setState({ kind: 'checked', files, check, asTables });
      if (check.kind === 'refused') fail(check.title, check.message);
    } catch (error) {
      if (control.signal.aborted) return;
      setState({ kind: 'none' });
      fail('Upload failed', messageOf(error, 'The file could not be read.'));
    }
  };

  const upload = async ({ files, check, asTables }: Chosen, order: UploadOrder) => {
    const chosen = { files, check, asTables };
    const control = new AbortController();
    running.current = control;
    setState({ ...chosen, kind: 'uploading', share: 0 });
    const listed = [datasetsQuery, tableSetsQuery].map(({ queryKey }) => queryKey);
    const refresh = () =>
      Promise.all(listed.map((queryKey) => queries.invalidateQueries({ queryKey })));
    try {
      const { message, ...sent } = await send(chosen, order, {
        signal: control.signal,
        onProgress: (share) => setState({ ...chosen, kind: 'uploading', share }),
      });
      const uploaded: Uploaded =
        sent.kind === 'dataset' && order.checked !== null
          ? { ...sent, ...(await applyChecked(queries, sent.manifestId, order.checked)) }
          : sent;
      setState({ kind: 'none' });
      if (uploaded.kind === 'tables' || !uploaded.map) notice('Upload complete', message);
      void queries.invalidateQueries({ queryKey: runsQuery.queryKey });
      // Refresh the lists first: the offer for a dataset needs its entry.
      await refresh();
      onUploaded(uploaded);
    } catch (error) {
      const next = stateAfter(error, chosen, order);
      setState(next);
      if (next.kind === 'checked') fail('Upload failed', error);
      void refresh();
    }
  };

  return {
    state,
    choose,
    send: (fields: UploadFields = {}, checked: CheckedColumns | null = null) =>
      state.kind === 'checked' && void upload(state, { fields, checked }),
    answer: (leaveOut: boolean) => {
      if (state.kind !== 'asking') return;
      const { files, check, asTables, order } = state;
      const fields: UploadFields = { ...order.fields, accept_rejected: 'true' };
      if (leaveOut) void upload(state, { ...order, fields });
      else setState({ kind: 'checked', files, check, asTables });
    },
    /** Uploads one table of the file, all as linked tables, or none. */
    chooseTable: (table: { name: string } | 'all' | 'none') => {
      if (state.kind !== 'choosing') return;
      const { files, check, asTables, order } = state;
      if (table === 'none') return setState({ kind: 'checked', files, check, asTables });
      if (table === 'all')
        return void upload({ ...state, asTables: true }, { fields: {}, checked: null });
      void upload(state, { ...order, fields: { ...order.fields, table: table.name } });
    },
    cancel: () => running.current?.abort(),
  };
}
