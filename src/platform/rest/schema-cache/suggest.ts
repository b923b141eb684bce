function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + cost));
    }
  }
  return row[b.length]!;
}

/** Returns the most similar candidate above the threshold, never the name itself. */
export function suggest(name: string, candidates: Iterable<string>, least = 0.7): string | null {
  if (name.length > 100) return null;
  let best: string | null = null;
  let bestScore = least;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const longest = Math.max(name.length, candidate.length);
    const score = 1 - editDistance(name.toLowerCase(), candidate.toLowerCase()) / longest;
    if (score >= bestScore && (score > bestScore || best === null)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}
