import type { DeclaredColumns } from '../../shared/column-kinds.ts';
import { personalKinds } from '../meaning/persons/personal-kinds.ts';
import { type ColumnRole, fixedRole, guessRole } from '../meaning/roles/column-role.ts';
import { countDistinct } from '../table/count-distinct.ts';
import { formatCell, isNull } from '../table/format-table.ts';
import type { Column, Table } from '../table/table.ts';

export type MeasuredColumn = { name: string; kind: Column['kind']; role: ColumnRole };

const SAMPLES = 200;

/**
 * Returns the columns to compare: only features, since keys, references and personal data are
 * generated, not learned.
 *
 * @param roles by column name, set by the user or by the fit; the others are guessed
 */
export function measuredColumns(table: Table, roles: DeclaredColumns = {}): MeasuredColumn[] {
  const kinds = personalKinds(table);
  return table.columns.map((column, i) => {
    const { name, kind } = column;
    const settled = fixedRole(roles, name);
    if (settled !== undefined) return { name, kind, role: settled };
    const samples: string[] = [];
    const step = Math.max(1, Math.floor(table.rows / SAMPLES));
    for (let row = 0; row < table.rows && samples.length < SAMPLES; row += step) {
      if (!isNull(column, row)) samples.push(formatCell(column, row));
    }
    const { present, distinct } = countDistinct(column);
    return {
      name,
      kind,
      role: guessRole(column, { present, distinct, samples, personal: kinds[i]! }),
    };
  });
}
