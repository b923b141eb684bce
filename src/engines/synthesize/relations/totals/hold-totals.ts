import type { NumberColumn, Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import { rowsMeeting } from '../../rules/derived/condition.ts';
import { type Rules, withDerivations } from '../../rules/rules.ts';
import type { ChildRows } from '../sample/sample-siblings.ts';
import type { Total } from './total.ts';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** Scales units of one sign to a total of that sign; the largest takes what rounding leaves. */
function scaled(units: readonly number[], total: number): number[] {
  const factor = total / sum(units);
  const result = units.map((unit) => Math.round(unit * factor));
  const largest = result.reduce(
    (best, unit, i) => (Math.abs(unit) > Math.abs(result[best]!) ? i : best),
    0,
  );
  result[largest]! += total - sum(result);
  return result;
}

/**
 * Changes units to a total: those of its sign are scaled, by as much as the others leave. Where
 * that is impossible, the last unit takes the difference.
 */
export function withTotal(units: readonly number[], total: number): number[] {
  if (units.length === 0 || sum(units) === total) return [...units];
  for (const sign of total < 0 ? [-1, 1] : [1, -1]) {
    const places = [...units.keys()].filter((i) => units[i]! * sign > 0);
    const rest = total - sum(units.filter((unit) => unit * sign <= 0));
    if (places.length === 0 || rest * sign <= 0) continue;
    const parts = scaled(
      places.map((i) => units[i]!),
      rest,
    );
    const result = [...units];
    places.forEach((place, i) => {
      result[place] = parts[i]!;
    });
    return result;
  }
  return units.map((unit, i) => (i === units.length - 1 ? total - sum(units.slice(0, -1)) : unit));
}

/**
 * Makes drawn amounts add up to their parents' totals. Amounts of a parent whose total is 0 are left
 * out, unless the file's cancel out. A parent without rows of the words keeps its total.
 *
 * @param contextTable rows of the parents
 * @param derived columns of the child that may follow from its amounts
 */
export function holdTotals(
  { table, of }: ChildRows,
  {
    totals,
    contextTable,
    derived,
    isGiven,
  }: {
    totals: readonly Total[];
    contextTable: Table;
    derived: Rules['derived'];
    isGiven: (column: number) => boolean;
  },
): ChildRows {
  if (totals.length === 0) return { table, of };
  const columns = [...table.columns];
  const isOut = new Uint8Array(table.rows);
  for (const total of totals) {
    const own = columns[total.column] as NumberColumn;
    const above = contextTable.columns.find(({ name }) => name === total.above) as NumberColumn;
    const scale = 10 ** own.decimals;
    const values = own.values.slice();
    const counts = rowsMeeting(total.where === null ? [] : [total.where], table);
    const rowsOf = new Map<number, number[]>();
    of.forEach((parent, row) => {
      if (parent < 0 || counts[row] === 0 || own.values[row] === 0) return;
      const rows = rowsOf.get(parent);
      if (rows === undefined) rowsOf.set(parent, [row]);
      else rows.push(row);
    });
    let place = 0;
    for (const [parent, rows] of rowsOf) {
      const isKept = Math.floor((place + 1) * total.share) > Math.floor(place * total.share);
      place++;
      if (!isKept) continue;
      const units = Math.round(above.values[parent] * scale);
      if (units === 0 && !total.cancelsOut) for (const row of rows) isOut[row] = 1;
      else {
        const amounts = withTotal(
          rows.map((row) => Math.round(own.values[row] * scale)),
          units,
        );
        rows.forEach((row, i) => {
          values[row] = amounts[i]! / scale;
        });
      }
    }
    columns[total.column] = { ...own, values };
  }
  const changed = withDerivations({ rows: table.rows, columns }, { derived }, isGiven);
  const kept = Array.from(of.keys()).filter((row) => isOut[row] === 0);
  if (kept.length === of.length) return { table: changed, of };
  return { table: takeRows(changed, kept), of: Int32Array.from(kept, (row) => of[row]) };
}
