/** What a caller may hand to a long computation to follow it and to stop it. */
export type RunOptions = {
  /** Read between steps; the run ends with a DetectCancelled error once it is set. */
  signal?: { readonly aborted: boolean };
  progress?: (stage: string, done: number, total: number) => void;
};

export class DetectCancelled extends Error {
  override name = 'DetectCancelled';
}

/** A function to call between steps: it reports progress, and throws once the run is cancelled. */
export function stepper(options: RunOptions) {
  return (stage: string, done: number, total: number): void => {
    if (options.signal?.aborted) throw new DetectCancelled('the analysis was cancelled');
    options.progress?.(stage, done, total);
  };
}

export type Step = ReturnType<typeof stepper>;
