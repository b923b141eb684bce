import type { Spread } from '../../spread.ts';
import type { Model } from '../model/model.ts';
import type { SequenceCore } from '../model/sequence-core.ts';
import { BLOCK_ENTITIES, type Entities } from './sample-sequence.ts';
import { countTrial, type TrialRows } from './trial-histories.ts';

/** Minimum share of rows lost with suppressed long sequences for compensation. */
const MIN_LOST = 0.005;
/** Trial blocks at most, and rows after which a few of them suffice. */
const MAX_BLOCKS = 40;
const FEW_BLOCKS = 8;
const ROWS_OF_MANY = 20_000;
const ENOUGH_ROWS = 100_000;
const HALVINGS = 7;
/** First trial block; a multiple of 64, at which the file's entities begin. */
const FIRST_TRIAL = 2_000_000;

/**
 * Fits the probability of redrawing a sequence's end. Sequences longer than those of enough
 * entities are not sampled, so rows would be lost if one entity has many. This draws the same trial
 * sequences repeatedly and finds the probability for which sequences have as many rows on average
 * as in the file.
 *
 * @param start first row of each entity in the file, and the end
 * @param entitiesOf a trial block's entities
 * @returns the probability; 0 if no rows are lost, or longer sequences would not help
 */
export function fitContinuation(
  model: Model,
  {
    core,
    start,
    seed,
    pause,
    spread,
    entitiesOf,
  }: {
    core: SequenceCore;
    start: Int32Array;
    spread: Spread;
    seed: bigint;
    pause: () => void;
    entitiesOf: (block: number) => Entities | undefined;
  },
): number {
  const entities = start.length - 1;
  const total = start[entities];
  let shown = 0;
  for (let e = 0; e < entities; e++) shown += Math.min(core.longest, start[e + 1] - start[e]);
  if (shown >= (1 - MIN_LOST) * total && core.redrawsLate !== true) return 0;
  const targetMean = core.meanRows ?? total / entities;
  const known: TrialRows[] = [];
  const meanAt = (probability: number): number => {
    let rows = 0;
    let blocks = 0;
    const shared = { model, core: { ...core, goesOn: probability }, seed };
    const wantsMore = () =>
      blocks < MAX_BLOCKS && rows < (blocks < FEW_BLOCKS ? ENOUGH_ROWS : ROWS_OF_MANY);
    while (wantsMore()) {
      const inputs = Array.from({ length: spread.threads }, (_, i) => {
        const block = FIRST_TRIAL + blocks + i;
        return { block, entities: entitiesOf(block), before: known[blocks + i] };
      });
      for (const own of spread.map(countTrial, { shared, inputs, pause })) {
        // Further threads may have drawn blocks that are not needed.
        if (!wantsMore()) break;
        known[blocks++] = own;
        rows += own.rows.reduce((sum, count) => sum + count, 0);
      }
    }
    return rows / (blocks * BLOCK_ENTITIES);
  };
  if (meanAt(0) >= targetMean) return 0;
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (meanAt(middle) < targetMean) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
