import { type ColumnRole, fixedRole, guessRole } from '../table/column-role.ts';
import { formatCell, isNull } from '../table/format-table.ts';
import { personalKind } from '../table/personal-data.ts';
import type { Column, Table } from '../table/table.ts';
import { sortNumbers } from './statistics/sort-numbers.ts';

export type MeasuredColumn = { name: string; kind: Column['kind']; role: ColumnRole };

const SAMPLES = 200;

function tally(column: Column): { present: number; distinct: number } {
  if (column.kind === 'category') {
    const seen = new Uint8Array(column.dictionary.length);
    let present = 0;
    let distinct = 0;
    for (const code of column.codes) {
      if (code < 0) continue;
      present++;
      if (seen[code] === 0) distinct++;
      seen[code] = 1;
    }
    return { present, distinct };
  }
  // Only whole numbers can be keys or references: the others need no counting
  if (column.kind === 'datetime' || column.decimals > 0) return { present: 0, distinct: 0 };
  const sorted = sortNumbers(column.values, 0);
  let distinct = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) distinct++;
  return { present: sorted.length, distinct };
}

/**
 * The role of each column of the real table: only features are compared, since keys, references and personal data are
 * made, not learned.
 *
 * @param roles settled by hand or by the fit, by column name; the others are guessed
 */
export function measuredColumns(
  table: Table,
  roles: Readonly<Partial<Record<string, ColumnRole>>> = {},
): MeasuredColumn[] {
  return table.columns.map((column) => {
    const { name, kind } = column;
    const settled = fixedRole(roles, name);
    if (settled !== undefined) return { name, kind, role: settled };
    const samples: string[] = [];
    const step = Math.max(1, Math.floor(table.rows / SAMPLES));
    for (let row = 0; row < table.rows && samples.length < SAMPLES; row += step) {
      if (!isNull(column, row)) samples.push(formatCell(column, row));
    }
    const personal = kind === 'datetime' ? null : personalKind(name, samples);
    const { present, distinct } = tally(column);
    return { name, kind, role: guessRole(column, { present, distinct, samples, personal }) };
  });
}
