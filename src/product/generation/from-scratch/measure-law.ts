import type { TargetFigure } from '../../../engines/measure/index.ts';

/** A figure that counts violations; the target is zero. */
export const law = (name: string, value: number, source: string): TargetFigure => ({
  name,
  value,
  target: { low: 0, high: 0 },
  source,
});
