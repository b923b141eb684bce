/** Table in a file that contains several: a sheet of a workbook, or a list in JSON records. */
export type FileTable = {
  name: string;
  /** Table whose rows contain the rows of this one, with the key that both have. */
  parent: { table: string; key: string; column: string } | null;
};

/** Details of confirmation_needed: the tables of a file, and messages about the others. */
export type TableChoice = { tables: FileTable[]; notices: string[] };

export function isTableChoice(detail: unknown): detail is TableChoice {
  return typeof detail === 'object' && detail !== null && 'tables' in detail;
}
