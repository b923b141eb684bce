import type { ColumnRoles } from '../../meaning/events/column-roles.ts';
import { readLabels } from '../../meaning/events/roles.ts';
import { DAY } from '../../table/datetime-form.ts';
import type { Column, Table } from '../../table/table.ts';
import { codesOf } from '../features/codes.ts';
import type { Decisions } from './carried-risk.ts';

const named = (table: Table, pattern: RegExp) =>
  table.columns.find(({ name }) => pattern.test(name));

function rowsById(table: Table, roles: ColumnRoles): (id: string) => number | undefined {
  const column = table.columns.find(({ name }) => name === roles.id);
  if (column === undefined) {
    throw new RangeError(
      'Labels: the file has no column of ids; name rows by a column row, from 1.',
    );
  }
  const { codes, text } = codesOf(column);
  const rows = new Map<string, number>();
  codes.forEach((code, row) => {
    if (code >= 0 && rows.has(text(code))) {
      throw new RangeError(`Labels: id ${text(code)} occurs more than once in the file.`);
    }
    if (code >= 0) rows.set(text(code), row);
  });
  return (id) => rows.get(id);
}

/**
 * Reads decisions `id,label[,decided_at]` (or `row,label`, rows from 1) of a table's rows. Without
 * `decided_at` a decision is known one day after its row.
 *
 * @throws RangeError on unknown or repeated rows and on labels that are not yes or no
 */
export function readDecisions(table: Table, roles: ColumnRoles, submitted: Table): Decisions {
  const byRow = named(submitted, /^row$/i);
  const id = byRow ?? named(submitted, /^(id|txn_id|transaction_id)$/i);
  const label = named(submitted, /^(label|decision|fraud|confirmed)$/i);
  const decidedAt = named(submitted, /^(decided_at|time)$/i);
  const labels = label === undefined ? null : readLabels(label);
  if (id === undefined || labels === null) {
    throw new RangeError('Labels: expected columns id (or row) and label (1 or 0, yes or no).');
  }
  if (decidedAt !== undefined && decidedAt.kind !== 'datetime') {
    throw new RangeError(`Labels: expected a date and time in each cell of ${decidedAt.name}.`);
  }
  const find = byRow === undefined ? rowsById(table, roles) : (text: string) => Number(text) - 1;
  const time = table.columns.find(({ name }) => name === roles.time) as Column | undefined;
  const booked = time === undefined || time.kind === 'category' ? null : time.values;
  const decisions: Decisions = {
    labels: new Int8Array(table.rows).fill(-1),
    knownAt: new Float64Array(table.rows).fill(Number.NaN),
  };
  const { codes, text } = codesOf(id);
  codes.forEach((code, at) => {
    const shown = code < 0 ? '' : text(code);
    const row = find(shown);
    if (row === undefined || !(row >= 0 && row < table.rows) || !Number.isInteger(row)) {
      throw new RangeError(
        `Labels: line ${at + 1} names ${shown || 'no row'}, which the file lacks.`,
      );
    }
    if (decisions.labels[row] >= 0) throw new RangeError(`Labels: ${shown} occurs more than once.`);
    if (labels[at] < 0) throw new RangeError(`Labels: ${shown} has no label of 1 or 0.`);
    decisions.labels[row] = labels[at];
    decisions.knownAt[row] =
      decidedAt === undefined ? (booked?.[row] ?? 0) + DAY : (decidedAt.values as Float64Array)[at];
  });
  return decisions;
}
