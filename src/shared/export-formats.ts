import { WRITTEN_BANK_FORMATS } from './bank-formats.ts';
import { formatFacts, WRITTEN_FORMATS } from './upload-formats.ts';

/** Formats of table files, and a load script. */
export const TABLE_FORMATS = [...WRITTEN_FORMATS, 'sql'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export const tableFormatLabel = (format: TableFormat): string =>
  format === 'sql' ? 'SQL' : formatFacts(format).label;

export const EXPORT_FORMATS = [...TABLE_FORMATS, ...WRITTEN_BANK_FORMATS] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
