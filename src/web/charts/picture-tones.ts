import type { PictureSide } from '../../shared/report-sentences/picture-table.ts';

export const TONES: Record<PictureSide, string> = {
  real: 'var(--real)',
  holdout: 'var(--ink-soft)',
  synthetic: 'var(--synthetic)',
};
