import type { Database } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { type RunHandler, throwIfCancelled } from '../../platform/jobs/run-context.ts';
import { runThread } from '../../platform/jobs/thread.ts';
import type { PreviewThresholdBody } from '../../shared/contracts/analysis.ts';
import type { PreviewInput, PreviewMessage } from './preview-thread.ts';
import { analyzedFiles } from './read-analyzed.ts';

/** Scores a dataset as an analysis would, and says how many rows a threshold takes. Nothing is kept but the count. */
export function previewHandler(parts: { database: Database; files: FileStore }): RunHandler {
  return async (context) => {
    const { manifestId, threshold, seed } = context.run.subject as PreviewThresholdBody;
    const { files } = await analyzedFiles(parts, context.run.tenant_id, manifestId, threshold);
    const input: PreviewInput = { ...files, seed, threshold };
    const module = new URL('./preview-thread.ts', import.meta.url);
    for await (const message of runThread<PreviewMessage>(module, input, context.signal)) {
      throwIfCancelled(context.signal);
      if (message.kind === 'end') {
        const { taken, thresholdUsed } = message.threshold;
        return { rows: message.rows, taken, thresholdUsed };
      }
      context.progress(message.stage, message.done, message.total);
    }
    throw new Error('the preview ended without an end');
  };
}
