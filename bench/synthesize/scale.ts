import { streamFor } from '../../src/engines/random/stream.ts';
import { fit, modelToBytes, sample } from '../../src/engines/synthesize/index.ts';
import type { Column, Table } from '../../src/engines/table/table.ts';
import { benchThreads } from './threads.ts';

const COLUMNS = 20;

/** Ten numeric and ten categorical columns that depend on one hidden number. */
function hiddenFactor(rows: number): Table {
  const stream = streamFor(5n, 0, 0);
  const hidden = Float64Array.from({ length: rows }, () => stream.float());
  const columns = Array.from({ length: COLUMNS }, (_, c): Column => {
    if (c % 2 === 0) {
      const values = hidden.map((h) =>
        Math.round(100 * (h * (c + 1) * 100 + stream.float() * 300 * (1 + (c % 3)))),
      );
      return { kind: 'number', name: `n${c}`, values: values.map((v) => v / 100), decimals: 2 };
    }
    const size = 3 + c * 2;
    const codes = Int32Array.from(hidden, (h) =>
      stream.float() < 0.7 ? Math.floor(h * size) : stream.below(size),
    );
    const dictionary = Array.from({ length: size }, (_, i) => `w${i}`);
    return { kind: 'category', name: `c${c}`, codes, dictionary };
  });
  return { rows, columns };
}

/** Measures one table relative to a plain sort of each column, then sampling in threads. */
export function benchScale(rows: number): void {
  const table = hiddenFactor(rows);
  const started = performance.now();
  for (const column of table.columns) {
    if (column.kind === 'category') column.codes.slice().sort();
    else column.values.slice().sort();
  }
  const sorted = performance.now();
  const model = fit(table, { mode: 'balanced', seed: 1n });
  const fitted = performance.now();
  sample(model, { rows, seed: 1n });
  const sampled = performance.now();
  const sort = sorted - started;
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(2);
  console.log(
    `\n${rows} x ${COLUMNS}: sort of every column ${seconds(started, sorted)} s; fit ${seconds(sorted, fitted)} s (${((fitted - sorted) / sort).toFixed(1)} sorts); sample ${seconds(fitted, sampled)} s, ${Math.round((1000 * rows) / (sampled - fitted))} rows/s; peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB; model ${(modelToBytes(model).length / 1e6).toFixed(1)} MB`,
  );
  benchThreads(model, rows);
}
