import { AppError } from '../../../shared/errors.ts';
import type { FileTable, TableChoice } from '../../../shared/file-tables.ts';

const MAX_NAMED = 20;

/** Lists names in quotes, the first 20 of them. */
export function quotedNames(tables: readonly { name: string }[]): string {
  const named = tables.slice(0, MAX_NAMED).map(({ name }) => `'${name}'`);
  const more = tables.length > MAX_NAMED ? ` and ${tables.length - MAX_NAMED} more` : '';
  return named.join(', ') + more;
}

/**
 * Finds the wanted table; Excel's names ignore case.
 *
 * @param noun of the tables, such as `sheet`
 * @throws AppError if there is none of the name, or several and none is wanted
 */
export function chooseTable<Table extends FileTable>(
  { tables, notices }: { tables: readonly Table[]; notices: string[] },
  wanted: string | undefined,
  noun: string,
): Table {
  const [only, ...others] = tables;
  if (wanted !== undefined) {
    const found =
      tables.find(({ name }) => name === wanted) ??
      tables.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    if (found !== undefined) return found;
    throw new AppError(
      'validation_failed',
      `The file has no ${noun} '${wanted}'. Choose one of ${quotedNames(tables)}.`,
    );
  }
  if (only !== undefined && others.length === 0) return only;
  const detail: TableChoice = {
    tables: tables.map(({ name, parent }) => ({ name, parent })),
    notices,
  };
  throw new AppError(
    'confirmation_needed',
    `The file has ${tables.length} ${noun}s with values: ${quotedNames(tables)}. Choose one, or read all as linked tables.`,
    { detail },
  );
}
