import type { AmountSamples } from './looked-at-amounts.ts';
import { probeSets } from './sorted-values.ts';

const SETS = 3;

/** Returns columns of few values, one in most rows, with pairs of rows between which each changes. */
export function rareChanges({
  rows,
  numbers,
}: AmountSamples): { place: number; sets: number[][] }[] {
  return numbers.flatMap(({ values, varies }, place) => {
    if (varies) return [];
    const usual = valueOfMost(values);
    if (usual === null) return [];
    const [at, others]: number[][] = [[], []];
    for (let row = 0; row < rows; row++) {
      const value = values[row];
      if (value === usual) at!.push(row);
      else if (value !== 0 && !Number.isNaN(value)) others!.push(row);
    }
    const sets = probeSets(others!.length, { sets: SETS, size: 1 });
    return others!.length < SETS
      ? []
      : [{ place, sets: sets.map(([i], k) => [at![k]!, others![i!]!]) }];
  });
}

/** Returns the value of more than half of the rows; null if there is none. */
function valueOfMost(values: Float64Array): number | null {
  const middle = values.slice().sort()[values.length >> 1]!;
  const count = values.reduce((sum, value) => sum + Number(value === middle), 0);
  return middle !== 0 && 2 * count > values.length ? middle : null;
}
