import type { Spread } from '../spread.ts';

export type RunOptions = {
  /** Read between steps; the run ends with a MeasureCancelled error once it is set. */
  signal?: { readonly aborted: boolean };
  /** Runs independent parts, by default one after another; the report is the same. */
  spread?: Spread | undefined;
  progress?: (stage: string, done: number, total: number) => void;
};

export class MeasureCancelled extends Error {
  override name = 'MeasureCancelled';
}

/** Returns a function to call between steps: reports progress, throws once cancelled. */
export function stepper(options: RunOptions) {
  return (stage: string, done: number, total: number): void => {
    if (options.signal?.aborted) throw new MeasureCancelled('measuring was cancelled');
    options.progress?.(stage, done, total);
  };
}

export type Step = ReturnType<typeof stepper>;
