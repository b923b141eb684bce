import { growRowTree } from './synthesize/sequence/fit-row-trees.ts';
import { countTrial, drawTrial } from './synthesize/sequence/trial-histories.ts';
import { growPlanned } from './synthesize/trees/chain.ts';

/** Tasks that several threads can share. */
export const TASKS = [growPlanned, growRowTree, drawTrial, countTrial];
