export type RunOptions = {
  /** Read between steps; the run ends with a DetectCancelled error once it is set. */
  signal?: { readonly aborted: boolean };
  progress?: (stage: string, done: number, total: number) => void;
};

export class DetectCancelled extends Error {
  override name = 'DetectCancelled';
}

/** Returns a function to call between steps: reports progress, throws once cancelled. */
export function stepper(options: RunOptions) {
  return (stage: string, done: number, total: number): void => {
    if (options.signal?.aborted) throw new DetectCancelled('the analysis was cancelled');
    options.progress?.(stage, done, total);
  };
}

export type Step = ReturnType<typeof stepper>;
