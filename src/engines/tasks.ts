import { learnAndPredict } from './measure/models/boosted-trees.ts';
import { searchTargets } from './measure/privacy/attacks/attack-search.ts';
import { linkPart } from './measure/privacy/linkage/link-part.ts';
import { searchNearest } from './measure/privacy/nearest.ts';
import { growRowTree } from './synthesize/sequence/fit-row-trees.ts';
import { countTrial, drawTrial } from './synthesize/sequence/trial-histories.ts';
import { growPlanned } from './synthesize/trees/chain.ts';

/** Tasks that several threads can share. */
export const TASKS = [
  ...[growPlanned, growRowTree, drawTrial, countTrial],
  ...[learnAndPredict, searchTargets, searchNearest, linkPart],
];
