import { featuresOf, measured } from '../src/product/batches/books/own-fraud.fixture.ts';
import type { BookPreset } from '../src/shared/institutions.ts';

/**
 * Average precision on the labeled fraud of simulated books: detector (without labels), booster
 * (five folds), and the best of the features alone as a rule of one line. Three seeds each.
 * `node bench/books.ts [SEEDS]`
 */
const SEEDS = Number(process.argv[2] ?? 3);
const SIZES: [BookPreset, number][] = [
  ['motor-insurer', 6000],
  ['life-insurer', 6000],
  ['us-credit-union', 4000],
];

console.log('| book | seed | rows | frauds | detector | booster | best rule of one line |');
console.log('|---|---|---|---|---|---|---|');
for (const [preset, customers] of SIZES) {
  for (let seed = 8; seed < 8 + SEEDS; seed++) {
    const made = measured(preset, await featuresOf(preset, customers, BigInt(seed)));
    const shown = [made.detector, made.booster, made.best].map(({ averagePrecision }) =>
      averagePrecision.toFixed(2),
    );
    console.log(
      `| ${preset} | ${seed} | ${made.result.rows} | ${made.frauds} | ${shown.join(' | ')} ${made.best.name} |`,
    );
  }
}
