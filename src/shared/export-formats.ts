import { formatFacts, WRITTEN_BANK_FORMATS } from './bank-formats.ts';
import { type FormatFacts, WRITTEN_FORMATS } from './upload-formats.ts';

/** Formats of table files, and a load script. */
export const TABLE_FORMATS = [...WRITTEN_FORMATS, 'sql'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export const EXPORT_FORMATS = [...TABLE_FORMATS, ...WRITTEN_BANK_FORMATS] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const SQL: FormatFacts = {
  name: 'sql',
  label: 'SQL',
  isText: true,
  written: true,
  endings: ['.sql'],
  mediaType: 'application/sql',
};

export const exportFacts = (format: ExportFormat): FormatFacts =>
  format === 'sql' ? SQL : formatFacts(format);
