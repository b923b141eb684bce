import { expect, test } from 'vitest';
import { rankColumn } from '../arrays/ranked-column.ts';
import { evaluateScores } from '../evaluate-scores.ts';
import { hasData, readLabelledSet } from '../read-npz.fixture.ts';
import { every, measureFusion, publishedForest } from './adbench.fixture.ts';
import { copod, ecod } from './ecod.ts';
import { hbos } from './hbos.ts';

/** AUC of pyod's formulas on each full set, computed independently of this code. */
const KNOWN: Record<string, { ecod: number; copod: number; hbos: number }> = {
  thyroid: { ecod: 0.9771, copod: 0.9393, hbos: 0.9582 },
  cardio: { ecod: 0.935, copod: 0.9219, hbos: 0.8377 },
  shuttle: { ecod: 0.9929, copod: 0.9945, hbos: 0.9793 },
  annthyroid: { ecod: 0.7887, copod: 0.776, hbos: 0.6241 },
  satellite: { ecod: 0.583, copod: 0.6335, hbos: 0.7659 },
  campaign: { ecod: 0.7697, copod: 0.783, hbos: 0.7903 },
};

test.skipIf(!hasData).each(Object.entries(KNOWN))(
  'ECOD, COPOD and HBOS on %s to 1e-3',
  (name, published) => {
    const { columns, labels } = readLabelledSet(name);
    const rows = labels.length;
    const ranked = columns.map((values) => rankColumn(values));
    const auc = (scores: Float64Array) => evaluateScores(scores, labels, 100)!.auc;
    expect(Math.abs(auc(ecod(ranked, rows)) - published.ecod)).toBeLessThan(1e-3);
    expect(Math.abs(auc(copod(ranked, rows)) - published.copod)).toBeLessThan(1e-3);
    expect(Math.abs(auc(hbos(columns, rows)) - published.hbos)).toBeLessThan(1e-3);
  },
);

test.runIf(process.env.TEST_LONG && hasData)(
  'over all stored sets: the forest as published, the fusion no worse than any one',
  () => {
    const { best, shipped, left, forest } = measureFusion();
    const published = publishedForest();
    const gaps = every.flatMap((set, at) =>
      published.has(set) ? [forest[at]!.auc - published.get(set)!] : [],
    );
    expect(gaps.length).toBeGreaterThan(15);
    expect(Math.abs(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length)).toBeLessThan(0.02);
    for (const fusion of [shipped, left]) {
      expect(fusion.auc).toBeGreaterThanOrEqual(best.auc);
      expect(fusion.averagePrecision).toBeGreaterThanOrEqual(best.averagePrecision);
    }
  },
  120_000,
);
