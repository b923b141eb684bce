import type { NumberCodecOptions } from '../codec/number-codec.ts';
import type { SynthesisMode } from '../model/model.ts';
import type { TreeOptions } from '../trees/tree.ts';

export const CODECS: Record<SynthesisMode, NumberCodecOptions> = {
  fidelity: { bins: 63, threshold: 5 },
  balanced: { bins: 63, threshold: 5 },
  cautious: { bins: 40, threshold: 10 },
  private: { bins: 32, threshold: 5 },
};

const trees = (
  leastLeaf: number,
  descriptionWeight: number,
  orderedWeight: number,
  shrink: number,
  orderedShrink = shrink,
): TreeOptions => ({
  leastLeaf,
  descriptionWeight,
  orderedWeight,
  classCap: 12,
  shrink,
  orderedShrink,
});

export const TREES: Record<SynthesisMode, TreeOptions> = {
  fidelity: trees(20, 0.35, 0.25, 40, 20),
  balanced: trees(40, 0.9, 0.5, 30),
  cautious: trees(100, 1.5, 1.5, 50),
  // Not used: the private mode has no trees.
  private: trees(100, 1.5, 1.5, 100),
};

/** Rows of histories are many more than entities, and drawn on from row to row: errors add up. */
export const HISTORIES: Record<SynthesisMode, TreeOptions> = {
  ...TREES,
  fidelity: trees(20, 0.25, 0.25, 30),
  balanced: trees(40, 0.25, 0.25, 30),
};
