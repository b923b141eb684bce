/** How often a city's people draw a merchant that is not theirs before they take what comes. */
export const LOCAL_ATTEMPTS = 3;

/**
 * Share of a category's visits that each of its merchants gets, where people look for one in their own city
 * (or everywhere) a few times before they take any.
 *
 * @param popularity weights of the merchants
 * @param places their cities, `everywhere` for chains and the internet
 * @param cities weights of the cities that customers live in
 */
export function visitShares(
  popularity: readonly number[],
  places: ArrayLike<number>,
  cities: readonly number[],
  everywhere: number,
): number[] {
  const total = popularity.reduce((sum, w) => sum + w, 0);
  const people = cities.reduce((sum, w) => sum + w, 0);
  const shares = popularity.map(() => 0);
  cities.forEach((weight, city) => {
    const open = (i: number) => places[i] === everywhere || places[i] === city;
    let found = 0;
    popularity.forEach((w, i) => {
      if (open(i)) found += w / total;
    });
    const missed = 1 - found;
    let tries = 0;
    let past = 1;
    for (let n = 0; n < LOCAL_ATTEMPTS; n++) {
      tries += past;
      past *= missed;
    }
    popularity.forEach((w, i) => {
      const one = w / total;
      shares[i]! += (weight / people) * one * ((open(i) ? tries : 0) + past);
    });
  });
  return shares;
}
