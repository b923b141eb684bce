import type { RandomStream } from '../../random/stream.ts';

/** Share of rows spread over all ranks; the others are those the ranker is least sure of. */
const EXPLORE = 0.4;

/**
 * Chooses rows to label next: 60 % have a probability closest to one half (uncertainty sampling,
 * Lewis and Gale, 1994), 40 % are spread over log-spaced ranks of all undecided rows, so that the
 * top and what the ranker misses are seen too.
 *
 * @param order undecided rows, highest probability first
 * @param probabilities per place of `order`; null before there is a ranker, all are spread then
 */
export function chooseCases(
  order: ArrayLike<number>,
  {
    probabilities,
    count,
    stream,
  }: { probabilities: ArrayLike<number> | null; count: number; stream: RandomStream },
): number[] {
  const size = Math.min(count, order.length);
  const chosen = new Set<number>();
  if (probabilities !== null) {
    const unsure = Array.from({ length: order.length }, (_, place) => place).sort(
      (a, b) => Math.abs(probabilities[a] - 0.5) - Math.abs(probabilities[b] - 0.5) || a - b,
    );
    for (const place of unsure.slice(0, size - Math.floor(size * EXPLORE)))
      chosen.add(order[place]);
  }
  while (chosen.size < size) {
    const place = Math.floor(Math.exp(stream.float() * Math.log(order.length)));
    chosen.add(order[Math.min(order.length, place) - 1]);
  }
  return [...chosen];
}
