import { inTurn, type Spread } from '../../../spread.ts';
import type { SidedColumn } from '../../quality/align-columns.ts';
import { partsOf } from '../nearest.ts';
import { SYNTHETIC } from '../privacy-tables.ts';
import { cellsOf } from '../row-keys.ts';
import { rowBits } from './agreeing-rows.ts';
import { columnShares } from './column-shares.ts';
import { type Link, linkPart } from './link-part.ts';
import { type RealRow, realValues } from './real-values.ts';

const PARTS = 8;
/** Real rows from which only those that agree in most columns are compared in full. */
const MIN_INDEXED = 20_000;

/**
 * Links each synthetic row to the real person with the highest agreement, summed over columns.
 *
 * @param real candidate rows
 * @param person of each candidate row
 * @param made synthetic rows to link
 * @param step called every 64 rows to report progress; may throw to stop
 */
export function linkRows(
  columns: readonly SidedColumn[],
  {
    real,
    person,
    syntheticRows,
    spread = inTurn,
    step,
  }: {
    real: readonly RealRow[];
    person: Uint32Array;
    syntheticRows: Uint32Array;
    spread?: Spread | undefined;
    step: (done: number, total: number) => void;
  },
): Link[] {
  const values = columns.map((column) => realValues(column, real));
  const shares = columnShares(values.map(({ codes }) => codes));
  const linked = columns.map((column, c) => {
    const cells = cellsOf(column, SYNTHETIC);
    const synthetic = Float64Array.from(syntheticRows, (row) => cells[row]);
    return { real: values[c], synthetic, share: shares[c] };
  });
  const index = real.length < MIN_INDEXED ? null : rowBits(linked);
  const inputs = partsOf(syntheticRows.length, Math.ceil(syntheticRows.length / PARTS));
  return spread
    .map(linkPart, {
      shared: { columns: linked, person, index },
      inputs,
      pause: (done) => step(done, inputs.length),
    })
    .flat();
}
