/**
 * The values that at least `threshold` entities have. Five rows of one account are still one account's.
 *
 * @param values NaN, or below zero for codes, where missing
 */
export function valuesOfMany(
  values: ArrayLike<number>,
  entity: Int32Array,
  threshold: number,
): Set<number> {
  const seen = new Map<number, number[]>();
  const many = new Set<number>();
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (Number.isNaN(value) || many.has(value)) continue;
    const own = seen.get(value);
    if (own === undefined) seen.set(value, [entity[row]]);
    else if (!own.includes(entity[row])) own.push(entity[row]);
    if ((own?.length ?? 1) >= threshold) {
      many.add(value);
      seen.delete(value);
    }
  }
  return many;
}
