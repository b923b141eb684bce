import {
  csvEncoder,
  csvHeader,
  encodeCsv,
  type RowBatch,
  type SimulationPlan,
  simulateCells,
  transactionFields,
} from '../../engines/simulate/index.ts';
import { CELL_TABLES } from '../../product/generation/shards/simulated-tables.ts';

export function preview(made: SimulationPlan, rows: number): string {
  const decoder = new TextDecoder();
  let text = csvHeader({ fields: transactionFields });
  let remaining = rows;
  for (const { transactions } of simulateCells(made)) {
    const some: RowBatch = { ...transactions, rows: Math.min(remaining, transactions.rows) };
    text += decoder.decode(encodeCsv(some));
    remaining -= some.rows;
    if (remaining <= 0) break;
  }
  return text;
}

function bytesOfCell(made: SimulationPlan, cell: number): number {
  const encode = csvEncoder();
  let bytes = 0;
  for (const piece of simulateCells(made, [cell], { reuse: true })) {
    for (const table of Object.values(CELL_TABLES)) bytes += encode(piece[table]).length;
  }
  return bytes;
}

export function dryRun(made: SimulationPlan) {
  const { cells, configuration: _, ...facts } = made;
  const middle = cells.length >> 1;
  return { ...facts, cells: cells.length, csvBytes: bytesOfCell(made, middle) * cells.length };
}
