import { type RunHandler, throwIfCancelled } from '../../platform/jobs/run-context.ts';
import { runThread } from '../../platform/jobs/thread.ts';
import type { PreviewThresholdBody } from '../../shared/contracts/analysis.ts';
import { type AnalysisParts, analyzedFiles } from './analyzed-files.ts';
import type { PreviewInput, PreviewMessage } from './preview-thread.ts';

/** Scores a dataset as an analysis would, and says how many rows a threshold takes. Nothing is kept but the count. */
export function previewHandler(parts: AnalysisParts): RunHandler {
  return async (context) => {
    const { threshold, seed, ...source } = context.run.subject as PreviewThresholdBody;
    const { files } = await analyzedFiles(parts, context, source, threshold);
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
