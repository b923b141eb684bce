import type { Given, Rebalance, SynthesisMode } from '../../../engines/synthesize/index.ts';

export type SynthesisSubject = {
  manifestId: string;
  count: number;
  settings: {
    seed: string;
    mode?: SynthesisMode;
    epsilon?: number;
    mechanism?: 'mst' | 'aim';
    given?: Given;
    rebalance?: Rebalance;
  };
  batches: { id: string; entity: string }[];
};

export const DEFAULT_MODE: SynthesisMode = 'balanced';
