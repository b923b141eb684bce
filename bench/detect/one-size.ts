import { writeFileSync } from 'node:fs';
import { averageRanks } from '../../src/engines/detect/arrays/average-ranks.ts';
import { rowKeys } from '../../src/engines/detect/arrays/row-keys.ts';
import {
  type DetectorName,
  runDetectors,
} from '../../src/engines/detect/detectors/run-detectors.ts';
import { evaluateScores } from '../../src/engines/detect/evaluate-scores.ts';
import type { Feature } from '../../src/engines/detect/features/feature.ts';
import { fuseScores } from '../../src/engines/detect/fuse-scores.ts';
import { processorClock } from '../processor-clock.ts';
import { plantedRows, rowMajor } from './planted.ts';

/** Runs one size in a separate process, for its own memory peak: `node one-size.ts ROWS [FILE]`. */
const rows = Number(process.argv[2]);
const file = process.argv[3];

const planted = plantedRows(rows);
if (file !== undefined) {
  writeFileSync(file, rowMajor(planted));
  writeFileSync(`${file}.labels`, planted.labels);
  process.exit(0);
}
const sorting = processorClock();
for (const values of planted.columns) values.slice().sort();
const sort = (processorClock() - sorting) / 1000;

const features = planted.columns.map(
  (values, at): Feature => ({
    name: `c${at}`,
    values,
    tail: 'both',
    weight: 1,
    sentence: () => '',
  }),
);
const table = planted.columns.map((values, at) => ({
  kind: 'number' as const,
  name: `c${at}`,
  values: values as unknown as Float64Array,
  decimals: 2,
}));
const seconds = new Map<string, number>();
let stage = 'keys';
let since = processorClock();
const step = (next: string) => {
  const now = processorClock();
  seconds.set(stage, (seconds.get(stage) ?? 0) + (now - since) / 1000);
  stage = next;
  since = now;
};
const began = processorClock();
const keys = rowKeys(table, rows, 1n);
const { detected } = runDetectors(features, {
  keys,
  options: {
    kind: 'table',
    seed: 1n,
    detectors: ['ecod', 'isolation-forest', 'neighbors', 'hbos'],
  },
  step,
});
step('fusion');
const scores = averageRanks(fuseScores(detected, 'table'));
step('end');
const whole = (processorClock() - began) / 1000;
const peak = process.resourceUsage().maxRSS / 1024;

const STAGES: Record<DetectorName, string> = {
  ecod: 'tails',
  copod: 'copulas',
  'isolation-forest': 'forest',
  neighbors: 'neighbors',
  hbos: 'histograms',
};
const auc = (own: Float64Array) => evaluateScores(own, planted.labels, 1)!.auc;
console.log(
  JSON.stringify({
    rows,
    sort,
    whole,
    peak,
    auc: auc(scores),
    keys: seconds.get('keys'),
    fusion: seconds.get('fusion'),
    detectors: detected.map(({ name, ranks: own }) => ({
      name,
      seconds: seconds.get(STAGES[name]),
      auc: auc(own),
    })),
  }),
);
