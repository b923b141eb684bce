import type { Column } from '../../table/table.ts';
import { rankColumn } from '../arrays/ranked-column.ts';

/** Column of any type encoded as 0..count-1; -1 for missing values. */
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

export function countCodes({ codes, count }: Codes): Uint32Array {
  const counts = new Uint32Array(count);
  for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) counts[codes[i]]++;
  return counts;
}

/** Returns one code per occurring pair of codes; -1 if either is missing. */
export function pairCodes(first: Codes, second: Codes): Int32Array {
  const pairs = new Int32Array(first.codes.length);
  const codeByPair = new Map<number, number>();
  for (let i = 0; i < pairs.length; i++) {
    const a = first.codes[i];
    const b = second.codes[i];
    if (a < 0 || b < 0) {
      pairs[i] = -1;
      continue;
    }
    const key = a * second.count + b;
    let code = codeByPair.get(key);
    if (code === undefined) {
      code = codeByPair.size;
      codeByPair.set(key, code);
    }
    pairs[i] = code;
  }
  return pairs;
}
