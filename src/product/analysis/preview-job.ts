import {
  type RunContext,
  type RunHandler,
  throwIfCancelled,
} from '../../platform/jobs/run-context.ts';
import { runThread } from '../../platform/jobs/thread.ts';
import type { PreviewThresholdBody } from '../../shared/contracts/analysis.ts';
import { type AnalysisParts, withAnalyzedFiles } from './analyzed-files.ts';
import type { PreviewInput, PreviewMessage } from './preview-thread.ts';

/** Scores a dataset as an analysis would, and says how many rows a threshold takes. Nothing is kept but the count. */
export function previewHandler(parts: AnalysisParts): RunHandler {
  return async (context) => {
    const { threshold, seed, ...source } = context.run.subject as PreviewThresholdBody;
    return withAnalyzedFiles(parts, context, source, threshold, ({ files }) =>
      pump(context, { ...files, seed, threshold }),
    );
  };
}

async function pump(context: RunContext, input: PreviewInput): Promise<Record<string, unknown>> {
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
}
