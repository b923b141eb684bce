import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RejectedLines } from '../../../../shared/contracts/ingestion.ts';
import { datasetsQuery } from '../../../data/datasets.ts';
import { runsQuery } from '../../../data/runs.ts';
import { tableSetsQuery, uploadTables } from '../../../data/table-sets.ts';
import { fail, notice } from '../../../lib/notices.ts';
import { messageOf, ServiceError } from '../../../lib/service-error.ts';

export type TablesUpload =
  | { kind: 'none' }
  | { kind: 'chosen'; files: File[] }
  | { kind: 'uploading'; files: File[]; share: number }
  | { kind: 'asking'; files: File[]; lines: RejectedLines; filename: string };

export const areTables = (files: readonly File[]): boolean =>
  files.length > 1 || files.some(({ name }) => /\.zip$/i.test(name));

export function useTablesUpload(onUploaded: (id: string) => void) {
  const [state, setState] = useState<TablesUpload>({ kind: 'none' });
  const running = useRef<AbortController>(null);
  const queries = useQueryClient();

  const send = async (files: File[], fields: Record<string, string> = {}) => {
    const control = new AbortController();
    running.current = control;
    setState({ kind: 'uploading', files, share: 0 });
    try {
      const answer = await uploadTables(files, {
        fields,
        signal: control.signal,
        onProgress: (share) => setState({ kind: 'uploading', files, share }),
      });
      setState({ kind: 'none' });
      notice('Upload complete', answer.message);
      void queries.invalidateQueries({ queryKey: runsQuery.queryKey });
      await Promise.all(
        [datasetsQuery, tableSetsQuery].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
      onUploaded(answer.table_set_id);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'confirmation_needed') {
        const filename = messageOf(error).split(': ', 1)[0]!;
        setState({ kind: 'asking', files, lines: error.detail as RejectedLines, filename });
        return;
      }
      setState({ kind: 'chosen', files });
      fail('Upload failed', error);
    }
  };

  return {
    state,
    choose: (files: File[]) => setState({ kind: 'chosen', files }),
    clear: () => setState({ kind: 'none' }),
    send: () => state.kind === 'chosen' && void send(state.files),
    sendFiles: (files: File[]) => void send(files),
    answer: (leaveOut: boolean) => {
      if (state.kind !== 'asking') return;
      if (leaveOut) void send(state.files, { accept_rejected: 'true' });
      else setState({ kind: 'chosen', files: state.files });
    },
    cancel: () => running.current?.abort(),
  };
}
