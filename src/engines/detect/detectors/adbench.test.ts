import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rankColumn } from '../arrays/ranked-column.ts';
import { rowKeys } from '../arrays/row-keys.ts';
import { evaluateScores } from '../evaluate-scores.ts';
import { fuseScores } from '../fuse-scores.ts';
import { DATA, hasData, readLabelledSet } from '../read-npz.fixture.ts';
import { copod, ecod } from './ecod.ts';
import { hbos } from './hbos.ts';
import { DEFAULT_DETECTORS, runDetectors } from './run-detectors.ts';

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

const every = hasData
  ? readdirSync(`${DATA}adbench`).flatMap((file) => /^\d+_(.+)\.npz$/.exec(file)?.[1] ?? [])
  : [];

/** Reads ADBench's published AUC of unsupervised Isolation Forest by set. */
function publishedForest(): Map<string, number> {
  const text = readFileSync(`${DATA}adbench/published-aucroc.csv`, 'utf8');
  const [head = [], ...lines] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const at = head.indexOf('IForest');
  return new Map(lines.map((cells): [string, number] => [cells[0], Number(cells[at])]));
}

function detectIn(set: string) {
  const { columns, labels } = readLabelledSet(set);
  const features = columns.map((values, at) => ({
    name: `${at}`,
    values,
    tail: 'both' as const,
    weight: 1,
    sentence: () => '',
  }));
  const namedColumns = columns.map((values, at) => ({
    kind: 'number' as const,
    name: `${at}`,
    values,
    decimals: 6,
  }));
  const { detected } = runDetectors(features, {
    keys: rowKeys(namedColumns, labels.length, 1n),
    options: { kind: 'table', seed: 1n, detectors: DEFAULT_DETECTORS },
    step: () => {},
  });
  return { set, detected, labels };
}

type Figures = { auc: number; averagePrecision: number };

const figuresOf = (scores: Float64Array, labels: Float64Array): Figures =>
  evaluateScores(scores, labels, 100)!;

const meanOf = (figures: readonly Figures[]): Figures => ({
  auc: figures.reduce((sum, { auc }) => sum + auc, 0) / figures.length,
  averagePrecision:
    figures.reduce((sum, { averagePrecision: precision }) => sum + precision, 0) / figures.length,
});

/** Candidate weights of the neighbors detector; forest and histograms have weight 1. */
const NEIGHBOR_WEIGHTS = [1, 2, 3, 4, 5, 6, 8];

test.runIf(process.env.TEST_LONG && hasData)(
  'over all stored sets: the forest as published, the fusion no worse than any one',
  () => {
    const sets = every.map(detectIn);
    const single = DEFAULT_DETECTORS.map((name) =>
      sets.map(({ detected, labels }) =>
        figuresOf(detected.find((detector) => detector.name === name)!.scores, labels),
      ),
    );
    const best = (among: readonly Figures[][]) => ({
      auc: Math.max(...among.map((figures) => meanOf(figures).auc)),
      averagePrecision: Math.max(...among.map((figures) => meanOf(figures).averagePrecision)),
    });

    const published = publishedForest();
    const forest = single[DEFAULT_DETECTORS.indexOf('isolation-forest')]!;
    const gaps = every.flatMap((set, at) =>
      published.has(set) ? [forest[at]!.auc - published.get(set)!] : [],
    );
    expect(gaps.length).toBeGreaterThan(15);
    expect(Math.abs(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length)).toBeLessThan(0.02);

    const shipped = meanOf(
      sets.map(({ detected, labels }) => figuresOf(fuseScores(detected, 'table'), labels)),
    );
    expect(shipped.auc).toBeGreaterThanOrEqual(best(single).auc);
    expect(shipped.averagePrecision).toBeGreaterThanOrEqual(best(single).averagePrecision);

    // Leave-one-out: weights chosen on the other sets, by the worse ratio to the best detector.
    const byWeight = NEIGHBOR_WEIGHTS.map((weight) =>
      sets.map(({ detected, labels }) => {
        const weighted = detected.map((detector) =>
          detector.name === 'neighbors' ? { ...detector, weight } : detector,
        );
        return figuresOf(fuseScores(weighted, 'table'), labels);
      }),
    );
    const left = every.map((_, out) => {
      const others = (figures: readonly Figures[]) => figures.filter((_, at) => at !== out);
      const top = best(single.map(others));
      const worth = (figures: readonly Figures[]) => {
        const mean = meanOf(others(figures));
        return Math.min(mean.auc / top.auc, mean.averagePrecision / top.averagePrecision);
      };
      return byWeight.reduce((leading, other) => (worth(other) > worth(leading) ? other : leading))[
        out
      ]!;
    });
    process.stdout.write(JSON.stringify({ shipped, left: meanOf(left), best: best(single) }));
    expect(meanOf(left).auc).toBeGreaterThanOrEqual(best(single).auc);
    expect(meanOf(left).averagePrecision).toBeGreaterThanOrEqual(best(single).averagePrecision);
  },
  120_000,
);
