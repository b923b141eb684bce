import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { csvHeader, drawnSchemes, encodeCsv } from '../../../engines/simulate/index.ts';
import { serveThread } from '../../../platform/threads/thread.ts';
import { regenerate, type SimulatedBank } from './regenerate.ts';

/** Writes the ground truth as CSV, or one scheme of each typology as JSON. */
export type TruthInput = SimulatedBank & { path: string; schemes: boolean };
export type TruthWritten = { refused: string | null };

serveThread<TruthInput>(async function* ({ path, schemes, ...bank }): AsyncGenerator<TruthWritten> {
  const file = createWriteStream(path);
  let isFirst = true;
  const drawn = drawnSchemes();
  try {
    for (const cell of regenerate(bank)) {
      const { groundTruth } = cell;
      if (schemes) {
        drawn.add(cell);
        continue;
      }
      if (isFirst) file.write(csvHeader(groundTruth));
      isFirst = false;
      if (groundTruth.rows > 0 && !file.write(encodeCsv(groundTruth))) await once(file, 'drain');
    }
  } catch (error) {
    file.destroy();
    if (!(error instanceof RangeError)) throw error;
    return yield { refused: error.message };
  }
  if (schemes) file.write(JSON.stringify(drawn.chosen()));
  file.end();
  await once(file, 'finish');
  yield { refused: null };
});
