import type { Output } from '../../batches/run-batch.ts';
import type { Dataset } from '../../data/read-dataset.ts';
import type { PrivateRun } from './private/synthesize-privately.ts';
import type { Synthesis } from './synthesis-subject.ts';
import type { SynthesisMessage } from './synthesize-thread.ts';

export type Source = {
  synthesis: Synthesis;
  /** In the order of the tables. */
  datasets: readonly Dataset[];
  /** Null unless privacy budget is spent. */
  secret: PrivateRun | null;
};

export type Synthesized = Source & {
  end: Extract<SynthesisMessage, { kind: 'end' }>;
  previews: ReadonlyMap<string, Record<string, string | null>[]>;
  rowsInBank: number;
  outputs: Record<string, Output>;
};
