import { sortedRows } from '../arrays/ranked-column.ts';
import { missing } from './owner-spans.ts';

/**
 * Returns -ln of the share of all rows that are in the row's group and at least as large.
 *
 * @param groups group of each row, from 0; -1 for rows without a value
 */
export function jointTails(sizes: Float64Array, groups: Int32Array, count: number): Float32Array {
  const order = sortedRows(sizes);
  const values = missing(sizes.length);
  const above = new Uint32Array(count);
  for (let end = order.length; end > 0; ) {
    let start = end;
    while (start > 0 && sizes[order[start - 1]] === sizes[order[end - 1]]) {
      start--;
      if (groups[order[start]] >= 0) above[groups[order[start]]]++;
    }
    for (const row of order.subarray(start, end))
      if (groups[row] >= 0) values[row] = -Math.log(above[groups[row]] / sizes.length);
    end = start;
  }
  return values;
}
