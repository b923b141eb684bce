import type { NumberCodecOptions } from '../codec/number-codec.ts';
import type { SynthesisMode } from '../model/model.ts';
import { MAX_LEARNED_ROWS } from '../trees/learning-rows.ts';
import type { TreeOptions } from '../trees/tree.ts';

export const CODECS: Record<SynthesisMode, NumberCodecOptions> = {
  fidelity: { bins: 63, threshold: 5 },
  balanced: { bins: 63, threshold: 5 },
  cautious: { bins: 40, threshold: 10 },
  private: { bins: 32, threshold: 5 },
};

const TABLE_CODECS: Record<SynthesisMode, NumberCodecOptions> = {
  ...CODECS,
  fidelity: { ...CODECS.fidelity, bins: 128 },
  balanced: { ...CODECS.balanced, bins: 128 },
};

/**
 * Returns the codec options for tables without sequences: more bins, since values inside a bin are
 * independent. Above `MAX_LEARNED_ROWS`, more bins would take half as long again without any gain.
 */
export const tableCodec = (mode: SynthesisMode, rows: number): NumberCodecOptions =>
  (rows > MAX_LEARNED_ROWS ? CODECS : TABLE_CODECS)[mode];

export const thresholdOf = (mode: SynthesisMode): number => CODECS[mode].threshold;

/**
 * Returns the minimum number of accounts or customers: each bound of sampled values is the mean of
 * `threshold` entities after the outermost `threshold` - 1. With fewer entities, all numbers would
 * be drawn as one value.
 */
export const minEntities = (mode: SynthesisMode): number => 2 * thresholdOf(mode) - 1;

const trees = ({
  leastLeaf,
  descriptionWeight,
  orderedWeight,
  shrink,
  orderedShrink = shrink,
  inner = false,
  twoOrders = false,
}: {
  leastLeaf: number;
  descriptionWeight: number;
  orderedWeight: number;
  shrink: number;
  orderedShrink?: number | undefined;
  inner?: boolean;
  twoOrders?: boolean;
}): TreeOptions => ({
  leastLeaf,
  descriptionWeight,
  orderedWeight,
  classCap: 12,
  shrink,
  orderedShrink,
  inner,
  twoOrders,
});

export const TREES: Record<SynthesisMode, TreeOptions> = {
  fidelity: trees({
    leastLeaf: 20,
    descriptionWeight: 0.35,
    orderedWeight: 0.25,
    shrink: 40,
    orderedShrink: 20,
  }),
  balanced: trees({ leastLeaf: 40, descriptionWeight: 0.9, orderedWeight: 0.5, shrink: 30 }),
  cautious: trees({ leastLeaf: 100, descriptionWeight: 1.5, orderedWeight: 1.5, shrink: 50 }),
  // Not used: the private mode has no trees.
  private: trees({ leastLeaf: 100, descriptionWeight: 1.5, orderedWeight: 1.5, shrink: 100 }),
};

/** Tree options for tables without sequences: inner nodes shrink too, which reduces overfitting. */
export const TABLE_TREES: Record<SynthesisMode, TreeOptions> = {
  ...TREES,
  fidelity: trees({
    leastLeaf: 20,
    descriptionWeight: 0.5,
    orderedWeight: 0.4,
    shrink: 40,
    orderedShrink: 10,
    inner: true,
    twoOrders: true,
  }),
  balanced: trees({
    leastLeaf: 40,
    descriptionWeight: 0.9,
    orderedWeight: 0.5,
    shrink: 40,
    orderedShrink: 20,
    inner: true,
  }),
};

/** Tree options for sequences: rows greatly outnumber entities, and errors accumulate. */
const HISTORIES: Record<SynthesisMode, TreeOptions> = {
  ...TREES,
  fidelity: trees({ leastLeaf: 20, descriptionWeight: 0.25, orderedWeight: 0.25, shrink: 30 }),
  balanced: trees({ leastLeaf: 40, descriptionWeight: 0.25, orderedWeight: 0.25, shrink: 30 }),
};

/** Histories of fewer entities leave traces: each has a large part of a bin, an interval or a leaf. */
const FEW_ENTITIES = 100;
/** Bins and intervals of values of few entities, the leaves of their trees and what splits cost. */
const FEW = { bins: 32, intervalRows: 50, histories: 2.5, maxLeaf: 100, weight: 1 };

/** Returns the settings of sequences; those of few entities are coarser. */
export function historySettings(
  mode: SynthesisMode,
  { entities, rows }: { entities: number; rows: number },
): { codecs: NumberCodecOptions; trees: TreeOptions } {
  const [codecs, own] = [CODECS[mode], HISTORIES[mode]];
  if (entities >= FEW_ENTITIES) return { codecs, trees: own };
  const { bins, intervalRows, histories, maxLeaf, weight } = FEW;
  const leaf = Math.min(maxLeaf, Math.round((histories * rows) / entities));
  return {
    codecs: { ...codecs, bins: Math.min(codecs.bins, bins), intervalRows },
    trees: {
      ...own,
      leastLeaf: Math.max(own.leastLeaf, leaf),
      descriptionWeight: Math.max(own.descriptionWeight, weight),
      orderedWeight: Math.max(own.orderedWeight, weight),
    },
  };
}
