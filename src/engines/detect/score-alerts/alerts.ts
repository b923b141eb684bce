import type { Table } from '../../table/table.ts';
import { sortedRows } from '../arrays/ranked-column.ts';
import { codesOf } from '../features/codes.ts';
import type { Truth } from './truth.ts';

export type Alerts = {
  /** Rows of the transactions, -1 for unknown ids; one per id, highest score first. */
  rows: Int32Array;
  scores: Float64Array | null;
  /** Milliseconds; null if the file has no times. */
  times: Float64Array | null;
  ids: string[];
  /** Later entries of an id, dropped. */
  repeated: string[];
};

export const ALERT_ID = /^(id|txn_id|transaction_id|claim_id|policy_id|member_id)$/i;
const TIME = /^(time|alert_time|alerted_at)$/i;

/**
 * Reads alerts: `id[,score][,time]`, one row per alert.
 *
 * @throws RangeError on other columns, and on empty or unreadable cells
 */
export function readAlerts(table: Table, { rowById }: Truth): Alerts {
  const idColumn = table.columns.find(({ name }) => ALERT_ID.test(name));
  const scoreColumn = table.columns.find(({ name }) => /^score$/i.test(name));
  const timeColumn = table.columns.find(({ name }) => TIME.test(name));
  const known = [idColumn, scoreColumn, timeColumn];
  const other = table.columns.find((column) => !known.includes(column));
  if (idColumn === undefined || other !== undefined) {
    throw new RangeError(
      `Alerts: expected columns id[, score][, time]; found ${table.columns.map(({ name }) => name).join(', ')}.`,
    );
  }
  const scores = numbersOf(scoreColumn, { kind: 'number', rows: table.rows, noun: 'number' });
  const times = numbersOf(timeColumn, {
    kind: 'datetime',
    rows: table.rows,
    noun: 'date and time',
  });
  const { codes, text } = codesOf(idColumn);
  const seen = new Uint8Array(codes.length);
  const repeated: string[] = [];
  const order =
    scores === null ? Uint32Array.from(codes.keys()) : sortedRows(scores.map((score) => -score));
  const kept = order.filter((row) => {
    const code = codes[row];
    if (code < 0) throw new RangeError(`Alert ${row + 1} has no id.`);
    if (seen[code] === 1) repeated.push(text(code));
    return seen[code]++ === 0;
  });
  const ids = Array.from(kept, (row) => text(codes[row]));
  return {
    rows: Int32Array.from(ids, (id) => rowById.get(id) ?? -1),
    scores: scores === null ? null : Float64Array.from(kept, (row) => scores[row]),
    times: times === null ? null : Float64Array.from(kept, (row) => times[row]),
    ids,
    repeated,
  };
}

function numbersOf(
  column: Table['columns'][number] | undefined,
  { kind, rows, noun }: { kind: 'number' | 'datetime'; rows: number; noun: string },
): Float64Array | null {
  if (column === undefined) return null;
  if (rows === 0) return new Float64Array(0);
  if (column.kind !== kind) {
    throw new RangeError(`Alerts: expected a ${noun} in each cell of ${column.name}.`);
  }
  const values = column.values as Float64Array;
  const empty = values.findIndex((value) => Number.isNaN(value));
  if (empty >= 0) throw new RangeError(`Alert ${empty + 1} has no ${noun} in ${column.name}.`);
  return values;
}
