import { fileStem } from '../../../shared/file-stem.ts';
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

/** Returns the name of a table's file: of a single table that of its upload. */
export const csvNameOf = (
  { synthesis, rowsInBank, end }: Synthesized,
  name: string,
  { filename }: Pick<Dataset, 'filename'>,
): string => {
  const isInBank = rowsInBank === end.tables[name]!.rows;
  return `${synthesis.links !== null || isInBank ? name : fileStem(filename)}.csv`;
};

export type Synthesized = Source & {
  end: Extract<SynthesisMessage, { kind: 'end' }>;
  previews: ReadonlyMap<string, Record<string, string | null>[]>;
  rowsInBank: number;
  outputs: Record<string, Output>;
};
