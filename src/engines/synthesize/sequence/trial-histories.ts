import type { Task } from '../../spread.ts';
import type { Model } from '../model/model.ts';
import type { SequenceCore } from '../model/sequence-core.ts';
import type { DrawnHistories } from './drawn-histories.ts';
import { drawHistories, type Entities, entityDrawer } from './sample-sequence.ts';

type Shared = { model: Model; core: SequenceCore; seed: bigint };
export type Trial = { block: number; entities: Entities | undefined };

/** Draws the rows of a trial block. */
export const drawTrial: Task<Shared, Trial, DrawnHistories> = {
  name: 'draw a trial block',
  run: ({ model, core, seed }, { block, entities }, pause) =>
    drawHistories(model, { core, block, seed, pause, entities }),
};

/** Rows of each entity of a trial block, and by which probabilities of continuing it has as many. */
export type TrialRows = { rows: Int32Array; from: Float64Array; to: Float64Array };

/** Counts the rows of a trial block; draws the entities that have other rows than before. */
export const countTrial: Task<Shared, Trial & { before: TrialRows | undefined }, TrialRows> = {
  name: 'count the rows of a trial block',
  run: ({ model, core, seed }, { block, entities, before }, pause) => {
    const drawer = entityDrawer(model, { core, block, seed, pause, entities });
    const { count, drawOne, state } = drawer;
    const { goesOn = 0 } = core;
    const counted = before ?? {
      rows: new Int32Array(count),
      from: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
      to: new Float64Array(count),
    };
    for (let e = 0; e < count; e++) {
      if (goesOn > counted.from[e] && goesOn <= counted.to[e]) continue;
      counted.rows[e] = drawOne(e, 0).entity.length;
      counted.from[e] = state.goingOn.from;
      counted.to[e] = state.goingOn.to;
    }
    return counted;
  },
};
