/**
 * Returns the values of at least `threshold` entities; five rows of one account count once.
 *
 * @param values missing values are NaN, or negative for codes
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
