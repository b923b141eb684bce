import { isClosingLine, isTotalLabel, isTotalRow } from '../../delimited/footer.ts';
import type { LineRangeList } from '../../delimited/line-ranges.ts';
import { type RowShape, shapeOf } from '../../delimited/row-shape.ts';
import { isBlankRow, textOf } from './find-table.ts';
import type { SheetRow } from './sheet-rows.ts';

/** Maximum rows below the last one, such as a total and notes. */
const MAX_ROWS_BELOW = 20;
/** Numbers of rows after which the forms of values are learned. */
const SHAPE_ROWS = [20, 200];
const MAX_QUOTED = 200;

export const textOfRow = ({ cells }: SheetRow): string =>
  cells
    .flatMap((cell) => textOf(cell) ?? [])
    .join(' | ')
    .slice(0, MAX_QUOTED);

/** Returns true for a label such as Total, followed by numbers alone. */
function isLabelWithNumbers({ cells }: SheetRow): boolean {
  const [label, ...others] = cells.filter((cell) => (textOf(cell) ?? '') !== '');
  if (label?.kind !== 'text' || !isTotalLabel([label.text])) return false;
  return others.every((cell) => cell?.kind === 'number');
}

type Sink = {
  row: (row: SheetRow) => void;
  skipped: LineRangeList;
};

/**
 * Passes on the rows of a table. Totals and notes below the last row are held back until the sheet
 * ends or another row follows.
 */
export function createTableRows(columns: readonly number[], sink: Sink) {
  const unknown: RowShape = { forms: columns.map(() => null), telling: false };
  const first: (string | null)[][] = [];
  let shape = unknown;
  let held: SheetRow[] = [];
  let last: number | null = null;
  let isBehindBlank = false;

  const skip = (from: number, to: number, reason: string, text: string) =>
    sink.skipped.add({ fromLine: from, toLine: to, reason, text: () => text });
  const pass = (row: SheetRow) => {
    if (last !== null && row.number > last + 1) skip(last + 1, row.number - 1, 'Empty line', '');
    last = row.number;
    sink.row(row);
  };
  const isClosing = (row: SheetRow, values: (string | null)[]): boolean => {
    if (held.length >= MAX_ROWS_BELOW) return false;
    const present = values.filter((value) => value !== null && value !== '');
    const behindBlank = isBehindBlank || held.length > 0;
    return (
      isClosingLine(present, { shape: unknown, behindBlank }) ||
      isTotalRow(values, shape) ||
      (present.length < columns.length && isLabelWithNumbers(row))
    );
  };
  return {
    add: (row: SheetRow): void => {
      if (isBlankRow(row)) return;
      const values = columns.map((column) => textOf(row.cells[column]));
      const previous = held.at(-1)?.number ?? last;
      isBehindBlank = previous !== null && row.number > previous + 1;
      if (isClosing(row, values)) {
        held.push(row);
        return;
      }
      for (const before of held) pass(before);
      held = [];
      pass(row);
      if (first.length < Math.max(...SHAPE_ROWS) && SHAPE_ROWS.includes(first.push(values)))
        shape = shapeOf(first, columns.length);
    },
    end: (): void => {
      for (const row of held) skip(row.number, row.number, 'Below the last row', textOfRow(row));
    },
  };
}
