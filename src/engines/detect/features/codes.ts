import type { Column } from '../../table/table.ts';
import { rankColumn } from '../arrays/ranked-column.ts';

/** A column as whole numbers 0..count-1, -1 where there is no value, whatever type the file gave it. */
export type Codes = { codes: Int32Array; count: number; text: (code: number) => string };

export function codesOf(column: Column): Codes {
  if (column.kind === 'category') {
    const { codes, dictionary } = column;
    return { codes, count: dictionary.length, text: (code) => dictionary[code] ?? '' };
  }
  const { groupOf, values } = rankColumn(column.values);
  return {
    codes: new Int32Array(groupOf.buffer),
    count: values.length,
    text: (code) => (code < 0 ? '' : String(values[code])),
  };
}

/** How often each code occurs. */
export function countCodes({ codes, count }: Codes): Uint32Array {
  const counts = new Uint32Array(count);
  for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) counts[codes[i]]++;
  return counts;
}

/** One code for each pair of codes that occurs, -1 where either is missing. */
export function pairCodes(first: Codes, second: Codes): Int32Array {
  const pairs = new Int32Array(first.codes.length);
  const known = new Map<number, number>();
  for (let i = 0; i < pairs.length; i++) {
    const a = first.codes[i];
    const b = second.codes[i];
    if (a < 0 || b < 0) {
      pairs[i] = -1;
      continue;
    }
    const key = a * second.count + b;
    let code = known.get(key);
    if (code === undefined) {
      code = known.size;
      known.set(key, code);
    }
    pairs[i] = code;
  }
  return pairs;
}
