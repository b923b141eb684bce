import type { Task } from '../../spread.ts';
import type { Model } from '../model/model.ts';
import type { SequenceCore } from '../model/sequence-core.ts';
import type { DrawnHistories } from './drawn-histories.ts';
import { drawHistories, type Entities } from './sample-sequence.ts';

type Shared = { model: Model; core: SequenceCore; seed: bigint };
export type Trial = { block: number; entities: Entities | undefined };

const drawn = ({ model, core, seed }: Shared, { block, entities }: Trial, pause: () => void) =>
  drawHistories(model, { core, block, seed, pause, entities });

/** Draws the rows of a trial block. */
export const drawTrial: Task<Shared, Trial, DrawnHistories> = {
  name: 'draw a trial block',
  run: drawn,
};

/** Draws a trial block and counts its rows. */
export const countTrial: Task<Shared, Trial, number> = {
  name: 'count the rows of a trial block',
  run: (shared, trial, pause) => drawn(shared, trial, pause).entity.length,
};
