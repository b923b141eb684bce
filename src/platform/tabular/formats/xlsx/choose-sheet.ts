import { AppError } from '../../../../shared/errors.ts';
import { isBlankRow } from './find-table.ts';
import type { OfficePackage } from './package.ts';
import { readSheetRows, type SheetSource } from './sheet-rows.ts';
import type { Sheet, Workbook } from './workbook.ts';

const MAX_NAMED = 5;

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

const quoted = (sheets: readonly Sheet[]) => sheets.map(({ name }) => `'${name}'`).join(', ');

/**
 * Chooses the only visible sheet with values, and reports the hidden ones.
 *
 * @throws AppError if there is none, or more than one
 */
export function chooseSheet(filled: readonly Sheet[]): { sheet: Sheet; notices: string[] } {
  const visible = filled.filter(({ hidden }) => !hidden);
  const hidden = filled.filter((sheet) => sheet.hidden);
  const [sheet, ...others] = visible;
  if (sheet === undefined) {
    const unseen =
      hidden.length > 0
        ? ` Hidden sheets: ${quoted(hidden)}. Show them in Excel and save the workbook.`
        : '';
    throw new AppError(
      'validation_failed',
      `The workbook has no visible sheet with values.${unseen}`,
    );
  }
  if (others.length > 0) {
    const named = visible.slice(0, MAX_NAMED);
    const more = visible.length > MAX_NAMED ? ` and ${visible.length - MAX_NAMED} more` : '';
    throw new AppError(
      'validation_failed',
      `The workbook has ${visible.length} sheets with values: ${quoted(named)}${more}. Save each needed sheet as its own workbook or as CSV; several files become linked tables.`,
    );
  }
  const notices = hidden.length > 0 ? [`Hidden sheets were not read: ${quoted(hidden)}.`] : [];
  return { sheet, notices };
}
