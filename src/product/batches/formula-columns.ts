import type { Table } from '../../engines/table/table.ts';
import { isFormulaLike } from '../../shared/formula-cells.ts';

/** Returns the columns of a table with cells that spreadsheets run as formulas. */
export function formulaColumns({ columns }: Table): string[] {
  return columns.flatMap((column) => {
    if (column.kind !== 'category') return [];
    const isFormula = column.dictionary.map(isFormulaLike);
    const has = isFormula.includes(true) && column.codes.some((code) => isFormula[code] === true);
    return has ? [column.name] : [];
  });
}

/** Notes of a manifest on such columns; none without them. */
export const formulaNotes = (columns: readonly string[]): { formulaColumns?: string[] } =>
  columns.length > 0 ? { formulaColumns: [...columns] } : {};
