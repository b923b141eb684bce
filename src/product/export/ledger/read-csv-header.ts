import { readLayout } from '../../../platform/tabular/delimited/layout.ts';

export const readCsvHeader = async (path: string): Promise<string[]> =>
  (await readLayout(path, { skipBytes: 0, header: true })).columns;
