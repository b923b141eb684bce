/**
 * Returns a map's value for a key that must exist.
 *
 * @throws TypeError if the key is missing
 */
export function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new TypeError(`Missing entry: ${String(key)}.`);
  return value;
}
