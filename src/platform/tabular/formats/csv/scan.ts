import { scanDelimited } from '../../delimited/scan-delimited.ts';
import type { ScanFormat } from '../scan.ts';

export const scanCsv: ScanFormat = async (path, options) => {
  const { dialect, style, header, decimal, rowLines, ...scan } = await scanDelimited(path, options);
  const delimited = { dialect, style, header, decimal, rowLines };
  return { ...scan, delimited, typed: null, notices: [], table: null };
};
