/** Edit distance of two words (Levenshtein 1966). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        next[j - 1]! + 1,
        row[j]! + 1,
        row[j - 1]! + Number(a[i - 1] !== b[j - 1]),
      );
    row = next;
  }
  return row[b.length]!;
}

/** Returns the nearest of some words, if it differs in at most a third of the letters. */
export function suggest(typed: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map((word) => ({ word, apart: distance(typed, word) }))
    .sort((a, b) => a.apart - b.apart);
  return nearest !== undefined && nearest.apart <= Math.max(1, typed.length / 3)
    ? nearest.word
    : undefined;
}

/** Flags named in a usage line. */
export const flagsIn = (usage: string): string[] => [
  ...new Set(usage.match(/--[a-z][a-z-]*/g) ?? []),
];
