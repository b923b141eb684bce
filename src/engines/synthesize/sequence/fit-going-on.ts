import type { Model } from '../model/model.ts';
import type { SequenceCore } from '../model/sequence-core.ts';
import { BLOCK_ENTITIES, drawHistories, type Entities } from './sample-sequence.ts';

/** What histories longer than may be shown have of all rows, from where it is made up for. */
const MIN_LOST = 0.005;
const MAX_BLOCKS = 8;
const ENOUGH_ROWS = 100_000;
const HALVINGS = 7;
/** A multiple of 64, at which the file's entities begin. */
const FIRST_TRIAL = 2_000_000;

/**
 * Histories longer than those that enough entities have are not drawn, so rows would come out short where one
 * entity has many of them. This draws some histories, the same at each try, and finds the chance with which an end is
 * drawn again so that histories have as many rows on average as in the file.
 *
 * @param start where each entity's rows begin in the file, and where the last one's end
 * @param entitiesOf a trial block's entities
 * @returns the chance; 0 where no rows are lost, and where longer histories would not help
 */
export function fitGoingOn(
  model: Model,
  {
    core,
    start,
    seed,
    pause,
    entitiesOf,
  }: {
    core: SequenceCore;
    start: Int32Array;
    seed: bigint;
    pause: () => void;
    entitiesOf: (block: number) => Entities | undefined;
  },
): number {
  const entities = start.length - 1;
  const total = start[entities];
  let shown = 0;
  for (let e = 0; e < entities; e++) shown += Math.min(core.longest, start[e + 1] - start[e]);
  if (shown >= (1 - MIN_LOST) * total) return 0;
  const wanted = total / entities;
  const meanAt = (goesOn: number): number => {
    let rows = 0;
    let blocks = 0;
    while (blocks < MAX_BLOCKS && rows < ENOUGH_ROWS) {
      const block = FIRST_TRIAL + blocks;
      blocks++;
      rows += drawHistories(model, {
        core: { ...core, goesOn },
        block,
        seed,
        pause,
        entities: entitiesOf(block),
      }).entity.length;
    }
    return rows / (blocks * BLOCK_ENTITIES);
  };
  if (meanAt(0) >= wanted) return 0;
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (meanAt(middle) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
