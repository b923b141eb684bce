/**
 * A map's value for a key that an earlier step entered.
 *
 * @throws TypeError where it did not
 */
export function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new TypeError(`nothing is known of ${String(key)}`);
  return value;
}
