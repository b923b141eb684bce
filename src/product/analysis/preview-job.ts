import type { RunHandler } from '../../platform/jobs/run-context.ts';
import { threadEnd } from '../../platform/threads/thread-end.ts';
import type { PreviewThresholdBody } from '../../shared/contracts/analysis.ts';
import { type AnalysisParts, withAnalyzedFiles } from './analyzed-files.ts';
import type { PreviewInput, PreviewMessage } from './count-taken.ts';

/** Scores a dataset as an analysis would, and stores only the number of flagged rows. */
export function previewHandler(parts: AnalysisParts): RunHandler {
  return async (context) => {
    const { threshold, seed, ...source } = context.run.subject as PreviewThresholdBody;
    return withAnalyzedFiles(parts, {
      context,
      source,
      threshold,
      work: async ({ files }) => {
        const module = new URL('./preview-thread.ts', import.meta.url);
        const input: PreviewInput = { ...files, seed, threshold };
        const end = await threadEnd<PreviewMessage>(context, module, input);
        const { rows, sampledFrom, sampledBy } = end;
        const { taken, thresholdUsed } = end.threshold;
        return { rows, sampledFrom, sampledBy, taken, thresholdUsed };
      },
    });
  };
}
