import type { DeclaredColumns } from '../../shared/column-kinds.ts';
import { meaningsOf } from '../meaning/meanings.ts';
import type { ColumnRole } from '../meaning/roles/column-role.ts';
import type { Column, Table } from '../table/table.ts';

export type MeasuredColumn = { name: string; kind: Column['kind']; role: ColumnRole };

/**
 * Returns the columns to compare: only features, since keys, references and personal data are
 * generated, not learned.
 *
 * @param roles by column name, set by the user or by the fit; the others are guessed
 */
export const measuredColumns = (table: Table, roles: DeclaredColumns = {}): MeasuredColumn[] =>
  meaningsOf(table, roles).map(({ name, role }, i) => ({
    name,
    kind: table.columns[i]!.kind,
    role,
  }));
