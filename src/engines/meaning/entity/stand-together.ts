import { entityIndex } from '../../table/sequence-shape.ts';
import type { Column } from '../../table/table.ts';

/** Returns true if the rows of each value stand together in the file. */
export const standTogether = (column: Column): boolean =>
  entityIndex(column).of.every((entity, row, of) => row === 0 || entity >= of[row - 1]);
