import { readLayout } from '../../../platform/tabular/delimited/layout.ts';

/** The names in the first line of a CSV file of our own. */
export const readCsvHeader = async (path: string): Promise<string[]> =>
  (await readLayout(path, { skipBytes: 0, header: true })).columns;
