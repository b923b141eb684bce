import { scanDelimited } from '../../delimited/scan-delimited.ts';
import type { ScanFormat } from '../scan.ts';

/** Scans delimited text of any supported encoding and dialect. */
export const scanCsv: ScanFormat = async (path, options) => {
  const { dialect, style, header, decimal, rowLines, ...scan } = await scanDelimited(path, options);
  return { ...scan, delimited: { dialect, style, header, decimal, rowLines } };
};
