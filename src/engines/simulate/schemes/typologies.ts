import { funnel, smurfing, structuring } from './patterns/cash-deposits.ts';
import { cycle, randomWalk } from './patterns/chains.ts';
import { fanIn, fanOut, gatherScatter, scatterGather } from './patterns/fans.ts';
import { bipartite, stack } from './patterns/layers.ts';
import { dormantBurst, mule, rapidInOut, roundTrip, tradeMisinvoicing } from './red-flags.ts';
import type { Builder } from './scheme-builder.ts';

/** Planner of one scheme of at most `b.rows` rows; needs at least `minRows`. */
type Typology = { minRows: number; build: (b: Builder) => void };

/** Eight patterns of AMLworld and those described by supervisors. */
export const typologies: Readonly<Record<string, Typology>> = {
  fan_out: { minRows: 5, build: fanOut },
  fan_in: { minRows: 7, build: fanIn },
  gather_scatter: { minRows: 10, build: gatherScatter },
  scatter_gather: { minRows: 9, build: scatterGather },
  cycle: { minRows: 7, build: cycle },
  random: { minRows: 5, build: randomWalk },
  bipartite: { minRows: 10, build: bipartite },
  stack: { minRows: 18, build: stack },
  structuring: { minRows: 1, build: structuring },
  smurfing: { minRows: 6, build: smurfing },
  mule: { minRows: 3, build: mule },
  round_trip: { minRows: 3, build: roundTrip },
  rapid_in_out: { minRows: 2, build: rapidInOut },
  funnel: { minRows: 5, build: funnel },
  dormant_burst: { minRows: 2, build: dormantBurst },
  trade_misinvoicing: { minRows: 2, build: tradeMisinvoicing },
};
