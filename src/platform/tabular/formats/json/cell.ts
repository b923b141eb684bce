import type { CellStyle } from '../../../../shared/cell-styles.ts';

/** Number of a JSON text, in its letters. */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Value of a cell; null is a missing one. */
export type Cell = string | JsonNumber | boolean | null;

/** Cells of a row by column name. */
export type Cells = Map<string, Cell>;

export const textOf = (cell: Cell): string | null =>
  cell === null ? null : cell instanceof JsonNumber ? cell.text : String(cell);

const kindOf = (cell: Exclude<Cell, null>): 'text' | 'number' | 'boolean' =>
  typeof cell === 'string' ? 'text' : cell instanceof JsonNumber ? 'number' : 'boolean';

/** Notes the types of the cells of each column. */
export function createCellKinds(columns: number) {
  const kinds = Array.from({ length: columns }, () => new Set<CellStyle['kind']>());
  return {
    note: (column: number, cell: Cell): void => {
      if (cell !== null) kinds[column]!.add(kindOf(cell));
    },
    styles: (): CellStyle[] =>
      kinds.map((noted) => {
        const [kind = 'text', ...others] = noted;
        return { kind: others.length > 0 ? 'mixed' : kind, format: null };
      }),
  };
}
