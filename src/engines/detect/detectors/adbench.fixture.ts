import { readdirSync, readFileSync } from 'node:fs';
import { rowKeys } from '../arrays/row-keys.ts';
import { evaluateScores } from '../evaluate-scores.ts';
import { fuseScores } from '../fuse-scores.ts';
import { DATA, hasData, readLabelledSet } from '../read-npz.fixture.ts';
import { DEFAULT_DETECTORS, runDetectors } from './run-detectors.ts';

/** Names of the stored ADBench sets. */
export const every = hasData
  ? readdirSync(`${DATA}adbench`).flatMap((file) => /^\d+_(.+)\.npz$/.exec(file)?.[1] ?? [])
  : [];

/** Reads ADBench's published AUC of unsupervised Isolation Forest by set. */
export function publishedForest(): Map<string, number> {
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

/**
 * Means over the stored sets: of each detector, of the fusion as shipped, and of fusions whose
 * weight was chosen on the other sets, by the worse ratio to the best detector.
 */
export function measureFusion() {
  const sets = every.map(detectIn);
  const single = DEFAULT_DETECTORS.map((name) =>
    sets.map(({ detected, labels }) =>
      figuresOf(detected.find((detector) => detector.name === name)!.ranks, labels),
    ),
  );
  const best = (among: readonly Figures[][]) => ({
    auc: Math.max(...among.map((figures) => meanOf(figures).auc)),
    averagePrecision: Math.max(...among.map((figures) => meanOf(figures).averagePrecision)),
  });
  const shipped = meanOf(
    sets.map(({ detected, labels }) => figuresOf(fuseScores(detected, 'table'), labels)),
  );
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
  const forest = single[DEFAULT_DETECTORS.indexOf('isolation-forest')]!;
  const detectors = DEFAULT_DETECTORS.map((name, at) => ({ name, ...meanOf(single[at]!) }));
  return { detectors, best: best(single), shipped, left: meanOf(left), forest };
}
