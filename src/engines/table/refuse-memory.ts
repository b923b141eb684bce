const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);

/** Returns the largest whole number from 0 to `most` for which the test holds; it must be monotone. */
function largest(most: number, holds: (n: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Returns why a table of this size is refused, with the rows and the columns that fit; null if it
 * fits.
 *
 * @param memoryOf estimated bytes; they grow with rows and columns
 */
export function refuseMemory(
  memoryOf: (rows: number, columns: number) => number,
  { rows, columns, mostMemory }: { rows: number; columns: number; mostMemory: number },
): string | null {
  const needed = memoryOf(rows, columns);
  if (needed <= mostMemory) return null;
  const fits = (own: number, others: number) => memoryOf(own, others) <= mostMemory;
  const mostRows = largest(rows, (own) => fits(own, columns));
  const mostColumns = largest(columns, (own) => fits(rows, own));
  const shown =
    mostRows > 0 && mostColumns > 0
      ? `At most ${mostRows} rows of ${columns} columns fit, or ${rows} rows of ${mostColumns} columns.`
      : 'Use fewer rows and columns.';
  return `${rows} rows of ${columns} columns needs about ${megabytes(needed)} MB; ${megabytes(mostMemory)} MB are available. ${shown}`;
}
