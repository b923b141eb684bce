import { shuffled } from '../../src/engines/measure/statistics/shuffled.ts';
import { streamFor } from '../../src/engines/random/stream.ts';
import { fit, type SynthesisMode, sample } from '../../src/engines/synthesize/index.ts';
import { concatTables } from '../../src/engines/table/concat-tables.ts';
import { takeRows } from '../../src/engines/table/take-rows.ts';
import { openPublicSet } from './public-sets.ts';
import { closerShare, linkageOf } from './score.ts';

/** Rows of each side: the test of more takes minutes. */
const MAX_ROWS = 7500;

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!;

/**
 * Prints the p-values of the record linkage test over several draws. Each draw divides the rows of
 * training and holdout at random, since draws from one division share its chance: a model of
 * independent columns can fail in all of them.
 */
export function benchLinkageDraws(
  sets: readonly string[],
  { draws, modes }: { draws: number; modes: readonly SynthesisMode[] },
): void {
  for (const name of sets) {
    const set = openPublicSet(name);
    if (set === null) continue;
    const all = concatTables([set.train, set.holdout]);
    const rows = Math.min(MAX_ROWS, all.rows >> 1);
    console.log(`${name}, ${rows} training and held-out rows, ${draws} random divisions`);
    for (const mode of modes) {
      const found = Array.from({ length: draws }, (_, draw) => {
        const order = shuffled(all.rows, streamFor(BigInt(draw + 1), 0, 0), 2 * rows);
        const train = takeRows(all, order.slice(0, rows));
        const holdout = takeRows(all, order.slice(rows));
        const model = fit(train, { mode, seed: BigInt(draw + 1) });
        const drawn = sample(model, { rows, seed: BigInt(draw + 101) });
        return {
          p: linkageOf(train, holdout, drawn),
          closer: closerShare(train, holdout, drawn, 5000),
        };
      });
      const count = (limit: number) => found.filter(({ p }) => p > limit).length;
      const closer = found.reduce((sum, draw) => sum + draw.closer, 0) / draws;
      console.log(
        `  ${mode}: p > .05 in ${count(0.05)}, p > .001 in ${count(0.001)}, median p ${median(found.map(({ p }) => p)).toFixed(4)}; mean share closer ${closer.toFixed(4)}`,
      );
    }
  }
}
