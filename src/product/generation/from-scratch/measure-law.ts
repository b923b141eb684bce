import type { TargetFigure } from '../../../engines/measure/index.ts';

/** A law: what breaks it is counted, and there may be none. */
export const law = (name: string, value: number, source: string): TargetFigure => ({
  name,
  value,
  target: { low: 0, high: 0 },
  source,
});
