/** How many merchants of other cities a customer draws again before accepting one. */
export const LOCAL_ATTEMPTS = 3;

/**
 * Share of a category's visits that each of its merchants gets. Who thinks of one on the internet buys there;
 * else people look for one in their own city (or everywhere) a few times before they take any.
 *
 * @param popularity weights of the merchants
 * @param places their cities, `everywhere` for chains
 * @param online 1 for those on the internet
 * @param cities weights of the cities that customers live in
 */
export function visitShares(
  popularity: readonly number[],
  {
    places,
    online,
    cities,
    everywhere,
  }: {
    places: ArrayLike<number>;
    online: ArrayLike<number>;
    cities: readonly number[];
    everywhere: number;
  },
): number[] {
  const total = popularity.reduce((sum, w) => sum + w, 0);
  const people = cities.reduce((sum, w) => sum + w, 0);
  const shares = popularity.map(() => 0);
  cities.forEach((weight, city) => {
    const near = (i: number) => online[i] !== 1 && (places[i] === everywhere || places[i] === city);
    let found = 0;
    let away = 0;
    popularity.forEach((w, i) => {
      if (near(i)) found += w / total;
      else if (online[i] !== 1) away += w / total;
    });
    // After a first draw from elsewhere, draws that are not near are passed over, but for the last.
    let again = 0;
    let past = away;
    for (let n = 1; n < LOCAL_ATTEMPTS; n++) {
      again += past;
      past *= 1 - found;
    }
    popularity.forEach((w, i) => {
      const first = near(i) || online[i] === 1 ? 1 : 0;
      const share = first + (near(i) ? again : 0) + past;
      shares[i] = shares[i] + ((weight / people) * w * share) / total;
    });
  });
  return shares;
}
