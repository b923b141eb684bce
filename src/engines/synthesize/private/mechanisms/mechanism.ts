/** How noisy counts are chosen: a tree of pairs at one stroke, or pair after pair where the model is most off. */
export const MECHANISMS = ['MST', 'AIM'] as const;
export type Mechanism = (typeof MECHANISMS)[number];
