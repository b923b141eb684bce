/**
 * Measures linkability after Anonymeter: targets for which the k synthetic rows nearest by one
 * group of columns and the k nearest by the other share a row.
 *
 * @param links k indices per target for either group, -1 if there are fewer rows than k
 * @returns 1 or 0 per target
 */
export function linked(links: readonly [Int32Array, Int32Array], k: number): Uint8Array {
  const [a, b] = links;
  return Uint8Array.from({ length: a.length / k }, (_, target) => {
    const own = a.subarray(target * k, (target + 1) * k);
    const other = b.subarray(target * k, (target + 1) * k);
    return own.some((row) => row >= 0 && other.includes(row)) ? 1 : 0;
  });
}
