/** Returns the area under the ROC curve, ties half (Mann-Whitney U); null without both classes. */
export function areaUnderCurve(scores: Float64Array, labels: ArrayLike<number>): number | null {
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[a] - scores[b]);
  let positives = 0;
  let ranks = 0;
  for (let i = 0; i < order.length; ) {
    let j = i;
    while (j < order.length && scores[order[j]] === scores[order[i]]) j++;
    for (let k = i; k < j; k++) {
      if (labels[order[k]] !== 1) continue;
      positives++;
      ranks += (i + j + 1) / 2;
    }
    i = j;
  }
  const negatives = order.length - positives;
  if (positives === 0 || negatives === 0) return null;
  return (ranks - (positives * (positives + 1)) / 2) / (positives * negatives);
}
