import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { csvHeader, drawnSchemes, encodeCsv } from '../../../engines/simulate/index.ts';
import { serveThread } from '../../../platform/threads/thread.ts';
import { CELL_TABLES, type SimulatedTable } from '../shards/simulated-tables.ts';
import { regenerate, type SimulatedBank } from './regenerate.ts';

/** Writes a table of a simulated bank as CSV, or one scheme of each typology as JSON. */
export type TruthInput = SimulatedBank & { path: string; content: SimulatedTable | 'schemes' };
export type TruthWritten = { refused: string | null };

serveThread<TruthInput>(async function* ({ path, content, ...bank }): AsyncGenerator<TruthWritten> {
  const file = createWriteStream(path);
  let isFirst = true;
  const drawn = drawnSchemes();
  try {
    for (const cell of regenerate(bank)) {
      if (content === 'schemes') {
        drawn.add(cell);
        continue;
      }
      const batch = cell[CELL_TABLES[content]];
      if (isFirst) file.write(csvHeader(batch));
      isFirst = false;
      if (batch.rows > 0 && !file.write(encodeCsv(batch))) await once(file, 'drain');
    }
  } catch (error) {
    file.destroy();
    if (!(error instanceof RangeError)) throw error;
    return yield { refused: error.message };
  }
  if (content === 'schemes') file.write(JSON.stringify(drawn.chosen()));
  file.end();
  await once(file, 'finish');
  yield { refused: null };
});
