import { rangeOf } from '../../table/range-of.ts';
import type { Column, Table } from '../../table/table.ts';
import { amountText, numberText, percentText } from '../explain/words.ts';
import { codesOf } from './codes.ts';
import type { DescribedFeature, Feature } from './feature.ts';
import type { Ledger } from './ledger.ts';
import { rarityOf, recursEnough } from './rarity.ts';
import { besideUsual } from './usual-amount.ts';

export function amountFeature(ledger: Ledger): Feature | null {
  const { sizes } = ledger;
  if (sizes === null) return null;
  const several = (ledger.codes('currency')?.count ?? 1) > 1;
  return {
    name: 'amount',
    fact: 'amount',
    values: sizes,
    tail: 'high',
    weight: 1,
    adds: 1,
    sentence: (row, share) => {
      if (several) {
        return `${amountText(ledger, row)}: ${numberText(10 ** sizes[row], 1)} times the median of its currency`;
      }
      const usual = besideUsual(ledger, row);
      if (usual !== null) return usual;
      const larger = Math.max(1, Math.round(share * ledger.rows));
      const place =
        larger === 1 ? 'the largest amount' : `one of the ${numberText(larger)} largest amounts`;
      return `${amountText(ledger, row)}: ${place} of ${numberText(ledger.rows)}`;
    },
  };
}

function medianOf(values: ArrayLike<number>): number {
  const present = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
  return present[Math.floor(present.length / 2)] ?? Number.NaN;
}

/** Builds features of numeric columns with a known meaning, described beside the file's median. */
export const describedFeatures = (
  table: Table,
  described: Readonly<Record<string, DescribedFeature>>,
): Feature[] =>
  Object.entries(described).flatMap(
    ([name, { isLow = false, weight = 1, isShare = false, sentence, others }]) => {
      const column = table.columns.find((each) => each.name === name);
      if (column?.kind !== 'number') return [];
      const { values } = column;
      const tail = isLow ? Float64Array.from(values, (value) => -value) : values;
      const median = medianOf(values);
      const usual = isShare ? `${Math.round(100 * median)} %` : numberText(median);
      const listed = table.columns.find((each) => each.name === others);
      const names = listed === undefined ? null : codesOf(listed);
      const sentenceOf = (row: number) => {
        const code = names?.codes[row] ?? -1;
        const named = names === null || code < 0 ? '' : ` (${names.text(code)})`;
        return `${sentence(values[row])}${named}; usual is ${usual}`;
      };
      return [{ name, values: tail, tail: 'high', weight, adds: weight, sentence: sentenceOf }];
    },
  );

/** Builds features of columns without a role: numbers at both ends, categories by rarity. */
export function plainFeatures(table: Table, names: ReadonlySet<string>, weight: number): Feature[] {
  return table.columns.flatMap((column) => {
    if (!names.has(column.name)) return [];
    const feature = column.kind === 'number' ? numberFeature(column) : wordFeature(column);
    return feature === null ? [] : [{ ...feature, weight }];
  });
}

function numberFeature(column: Column & { kind: 'number' }): Feature | null {
  const { name, decimals } = column;
  const { values } = column;
  const { low, high } = rangeOf(values);
  if (!(low < high)) return null;
  return {
    name,
    values,
    tail: 'both',
    weight: 1,
    sentence: (row, share) =>
      `${name} ${numberText(column.values[row], Math.min(decimals, 4))}: only ${percentText(share)} of rows are as extreme`,
  };
}

function wordFeature(column: Column): Feature | null {
  if (column.kind === 'datetime') return null;
  const codes = codesOf(column);
  if (!recursEnough(codes)) return null;
  const values = rarityOf(codes);
  return {
    name: column.name,
    values,
    tail: 'high',
    weight: 1,
    sentence: (row) =>
      `${column.name} "${codes.text(codes.codes[row])}" occurs in ${percentText(Math.exp(-values[row]))} of all rows`,
  };
}
