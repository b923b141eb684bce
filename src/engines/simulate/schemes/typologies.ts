import {
  bipartite,
  cycle,
  fanIn,
  fanOut,
  gatherScatter,
  randomWalk,
  scatterGather,
  stack,
} from './patterns.ts';
import {
  dormantBurst,
  funnel,
  mule,
  rapidInOut,
  roundTrip,
  smurfing,
  structuring,
  tradeMisinvoicing,
} from './red-flags.ts';
import type { Builder } from './scheme-builder.ts';

/** Lays out one scheme within `b.rows` rows; at least `least` rows are given. */
type Typology = { least: number; build: (b: Builder) => void };

/** The eight patterns of AMLworld and those that supervisors describe. */
export const typologies: Readonly<Record<string, Typology>> = {
  fan_out: { least: 5, build: fanOut },
  fan_in: { least: 7, build: fanIn },
  gather_scatter: { least: 10, build: gatherScatter },
  scatter_gather: { least: 9, build: scatterGather },
  cycle: { least: 7, build: cycle },
  random: { least: 5, build: randomWalk },
  bipartite: { least: 10, build: bipartite },
  stack: { least: 18, build: stack },
  structuring: { least: 1, build: structuring },
  smurfing: { least: 6, build: smurfing },
  mule: { least: 3, build: mule },
  round_trip: { least: 3, build: roundTrip },
  rapid_in_out: { least: 2, build: rapidInOut },
  funnel: { least: 5, build: funnel },
  dormant_burst: { least: 2, build: dormantBurst },
  trade_misinvoicing: { least: 2, build: tradeMisinvoicing },
};
