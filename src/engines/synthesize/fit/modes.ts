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
 * The same for tables whose rows are drawn one by one: more bins, since values inside a bin do not know one another. Of
 * more rows than trees learn from they would take half as long again, and teach them no more.
 */
export const tableCodec = (mode: SynthesisMode, rows: number): NumberCodecOptions =>
  (rows > MAX_LEARNED_ROWS ? CODECS : TABLE_CODECS)[mode];

/** Entities from which a mode shows a value. */
export const thresholdOf = (mode: SynthesisMode): number => CODECS[mode].threshold;

/**
 * Accounts or customers that a mode learns from at least. Both bounds of what is given out are reached by `threshold`
 * of them beyond the outermost; of fewer, every number would be drawn as one value.
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

/** The same for tables whose rows are drawn one by one: nodes inside shrink too, so that less is learned by heart. */
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

/** Rows of histories are many more than entities, and drawn on from row to row: errors add up. */
export const HISTORIES: Record<SynthesisMode, TreeOptions> = {
  ...TREES,
  fidelity: trees({ leastLeaf: 20, descriptionWeight: 0.25, orderedWeight: 0.25, shrink: 30 }),
  balanced: trees({ leastLeaf: 40, descriptionWeight: 0.25, orderedWeight: 0.25, shrink: 30 }),
};
