import { AppError } from '../../../../shared/errors.ts';
import { chooseTable, quotedNames } from '../choose-table.ts';
import { isBlankRow } from './find-table.ts';
import type { OfficePackage } from './package.ts';
import { readSheetRows, type SheetSource } from './sheet-rows.ts';
import type { Sheet, Workbook } from './workbook.ts';

/** Source that needs no texts: any text is a value. */
const ANY_TEXT: SheetSource = { strings: () => 'text', styles: [], date1904: false };

async function hasValues(office: OfficePackage, { part }: Sheet, signal: AbortSignal | undefined) {
  let found = false;
  const onRow = (row: Parameters<typeof isBlankRow>[0]) => {
    found = !isBlankRow(row);
    return !found;
  };
  await readSheetRows(office, part, { source: ANY_TEXT, onRow, signal });
  return found;
}

/** Returns the sheets with values, in order. */
export async function filledSheets(
  office: OfficePackage,
  { sheets }: Pick<Workbook, 'sheets'>,
  signal?: AbortSignal,
): Promise<Sheet[]> {
  const filled: Sheet[] = [];
  for (const sheet of sheets) if (await hasValues(office, sheet, signal)) filled.push(sheet);
  return filled;
}

/**
 * Chooses the wanted sheet or else the only visible one, and reports the others.
 *
 * @param filled sheets with values
 * @param wanted name of a sheet, which may be hidden
 * @throws AppError if there is none, or more than one
 */
export function chooseSheet(
  filled: readonly Sheet[],
  wanted?: string,
): { sheet: Sheet; notices: string[] } {
  const visible = filled.filter(({ hidden }) => !hidden);
  const hidden = filled.filter((sheet) => sheet.hidden);
  if (visible.length === 0 && wanted === undefined) {
    const unseen =
      hidden.length > 0
        ? ` Hidden sheets: ${quotedNames(hidden)}. Choose one by its name, or show them in Excel and save the workbook.`
        : '';
    throw new AppError(
      'validation_failed',
      `The workbook has no visible sheet with values.${unseen}`,
    );
  }
  const reported = (sheets: readonly Sheet[], kind: string): string[] =>
    sheets.length > 0 ? [`${kind} not read: ${quotedNames(sheets)}`] : [];
  const notices = reported(hidden, 'Hidden sheets');
  const candidates = (wanted === undefined ? visible : filled).map((sheet) => ({
    ...sheet,
    parent: null,
  }));
  const { name } = chooseTable({ tables: candidates, notices }, wanted, 'sheet');
  const sheet = filled.find((each) => each.name === name)!;
  const others = (sheets: readonly Sheet[]) => sheets.filter((each) => each !== sheet);
  return {
    sheet,
    notices: [...reported(others(visible), 'Sheets'), ...reported(others(hidden), 'Hidden sheets')],
  };
}
