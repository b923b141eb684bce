/** Number of times a customer redraws a merchant of another city before accepting one. */
export const LOCAL_ATTEMPTS = 3;

/**
 * Returns the share of a category's visits per merchant. A drawn online merchant is accepted;
 * otherwise customers redraw a few times for one in their own city (or everywhere) before they
 * accept any.
 *
 * @param popularity weights of the merchants
 * @param places their cities, `everywhere` for chains
 * @param online 1 for online merchants
 * @param cities weights of customers' cities
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
  const population = cities.reduce((sum, w) => sum + w, 0);
  const shares = popularity.map(() => 0);
  cities.forEach((weight, city) => {
    const near = (i: number) => online[i] !== 1 && (places[i] === everywhere || places[i] === city);
    let reached = 0;
    let away = 0;
    popularity.forEach((w, i) => {
      if (near(i)) reached += w / total;
      else if (online[i] !== 1) away += w / total;
    });
    // After a first draw from elsewhere, draws that are not local are skipped, except the last.
    let again = 0;
    let past = away;
    for (let n = 1; n < LOCAL_ATTEMPTS; n++) {
      again += past;
      past *= 1 - reached;
    }
    popularity.forEach((w, i) => {
      const first = near(i) || online[i] === 1 ? 1 : 0;
      const share = first + (near(i) ? again : 0) + past;
      shares[i] = shares[i] + ((weight / population) * w * share) / total;
    });
  });
  return shares;
}
