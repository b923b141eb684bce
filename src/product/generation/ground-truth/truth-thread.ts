import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { csvHeader, encodeCsv } from '../../../engines/simulate/index.ts';
import { serveThread } from '../../../platform/threads/thread.ts';
import { regenerate, type SimulatedBank } from './regenerate.ts';

export type TruthInput = SimulatedBank & { path: string };
export type TruthWritten = { refused: string | null };

serveThread<TruthInput>(async function* ({ path, ...bank }): AsyncGenerator<TruthWritten> {
  const file = createWriteStream(path);
  let isFirst = true;
  try {
    for (const { groundTruth } of regenerate(bank)) {
      if (isFirst) file.write(csvHeader(groundTruth));
      isFirst = false;
      if (groundTruth.rows > 0 && !file.write(encodeCsv(groundTruth))) await once(file, 'drain');
    }
  } catch (error) {
    file.destroy();
    if (!(error instanceof RangeError)) throw error;
    return yield { refused: error.message };
  }
  file.end();
  await once(file, 'finish');
  yield { refused: null };
});
