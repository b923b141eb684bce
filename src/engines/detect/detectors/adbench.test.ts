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

/** AUC of pyod's formulas over the whole of each set, computed independently when the method was chosen. */
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
  (name, known) => {
    const { columns, labels } = readLabelledSet(name);
    const rows = labels.length;
    const ranked = columns.map((values) => rankColumn(values));
    const auc = (scores: Float64Array) => evaluateScores(scores, labels, 100)!.auc;
    expect(Math.abs(auc(ecod(ranked, rows)) - known.ecod)).toBeLessThan(1e-3);
    expect(Math.abs(auc(copod(ranked, rows)) - known.copod)).toBeLessThan(1e-3);
    expect(Math.abs(auc(hbos(columns, rows)) - known.hbos)).toBeLessThan(1e-3);
  },
);

const every = hasData
  ? readdirSync(`${DATA}adbench`).flatMap((file) => /^\d+_(.+)\.npz$/.exec(file)?.[1] ?? [])
  : [];

/** ADBench's own AUC of Isolation Forest, unsupervised, by set. */
function publishedForest(): Map<string, number> {
  const text = readFileSync(`${DATA}adbench/published-aucroc.csv`, 'utf8');
  const [head = [], ...lines] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const at = head.indexOf('IForest');
  return new Map(lines.map((cells): [string, number] => [cells[0], Number(cells[at])]));
}

test.skipIf(!hasData)(
  'over all stored sets: the forest as published, the fusion no worse than any one',
  () => {
    const sums = new Map<string, number>();
    const add = (name: string, auc: number) => sums.set(name, (sums.get(name) ?? 0) + auc);
    const known = publishedForest();
    let compared = 0;
    for (const set of every) {
      const { columns, labels } = readLabelledSet(set);
      const features = columns.map((values, at) => ({
        name: `${at}`,
        values: Float32Array.from(values),
        tail: 'both' as const,
        weight: 1,
        sentence: () => '',
      }));
      const named = columns.map((values, at) => ({
        kind: 'number' as const,
        name: `${at}`,
        values,
        decimals: 6,
      }));
      const { detected } = runDetectors(features, {
        keys: rowKeys(named, labels.length, 1n),
        options: { kind: 'table', seed: 1n, detectors: DEFAULT_DETECTORS },
        step: () => {},
      });
      const auc = (scores: Float64Array) => evaluateScores(scores, labels, 100)!.auc;
      for (const { name, scores } of detected) add(name, auc(scores));
      add(
        'fused',
        auc(
          fuseScores(
            detected.map(({ scores }) => scores),
            detected.map(({ weight }) => weight),
          ),
        ),
      );
      const forest = known.get(set);
      if (forest === undefined) continue;
      compared += 1;
      add('published forest', forest);
      add('own forest', auc(detected.find(({ name }) => name === 'isolation-forest')!.scores));
    }
    expect(compared).toBeGreaterThan(15);
    const gap = (sums.get('own forest')! - sums.get('published forest')!) / compared;
    expect(Math.abs(gap)).toBeLessThan(0.02);
    const best = Math.max(...DEFAULT_DETECTORS.map((name) => sums.get(name)!));
    expect(sums.get('fused')!).toBeGreaterThanOrEqual(best);
  },
  120_000,
);
