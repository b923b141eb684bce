import { scanDelimited } from '../../delimited/scan-delimited.ts';
import type { ScanFormat } from '../scan.ts';

export const scanCsv: ScanFormat = async (path, options) => {
  const { dialect, style, header, decimal, rowLines, ...scan } = await scanDelimited(path, options);
  return { ...scan, delimited: { dialect, style, header, decimal, rowLines } };
};
