/**
 * Type of a column's cells in a file that states types, such as a workbook. A `mixed` column has
 * cells of several types.
 */
export type CellStyle = {
  kind: 'text' | 'number' | 'boolean' | 'date' | 'mixed';
  /** Most frequent number format. */
  format: string | null;
};
