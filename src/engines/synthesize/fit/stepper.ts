import { FitCancelled } from '../model/model.ts';
import type { FitOptions } from './fit-options.ts';

export type Step = (stage: string, done: number, total: number) => void;

/**
 * Returns the function that reports progress of a fit between its steps.
 *
 * @throws FitCancelled from that function, once the signal is set
 */
export const stepperOf =
  ({ signal, progress }: Pick<FitOptions, 'signal' | 'progress'>): Step =>
  (stage, done, total) => {
    if (signal?.aborted) throw new FitCancelled();
    progress?.(stage, done, total);
  };

/** Returns a step whose stages begin with the name of a table. */
export const stepOfTable =
  (step: Step, name: string): Step =>
  (stage, done, total) =>
    step(`${name}: ${stage}`, done, total);
