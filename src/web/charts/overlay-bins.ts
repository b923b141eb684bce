export type Bin = { label: string; real: number | null; synthetic: number | null };

/** Classes that every column gets, even if no row belongs to them. */
const SPARE = new Set(['(other)', '(n/a)']);

export function shownBins(bins: readonly Bin[]): Bin[] {
  return bins.filter(
    ({ label, real, synthetic }) => !(SPARE.has(label) && real === 0 && synthetic === 0),
  );
}

export type BinLabel = { bin: number; text: string; anchor: 'start' | 'middle' | 'end' };

/** Approximate width of a character at 11 px. */
const CHARACTER = 6;

/**
 * Returns axis labels: all categories if there is room, else the first and last. Number and time
 * bins are labelled with their lower bound.
 */
export function binLabels(bins: readonly Bin[], width: number): BinLabel[] {
  const ranges = bins[0]?.label.startsWith('below ') ?? false;
  const room = Math.floor(width / Math.max(1, bins.length) / CHARACTER);
  if (!ranges && room >= 6) {
    return bins.map(({ label }, bin) => ({
      bin,
      text: label.length > room ? `${label.slice(0, room - 1)}…` : label,
      anchor: 'middle',
    }));
  }
  const last = bins.length - 1;
  const first = bins[0];
  if (!first) return [];
  const end = bins[last]!.label;
  return [
    { bin: 0, text: first.label, anchor: 'start' },
    ...(last > 0
      ? [
          {
            bin: last,
            text: ranges && !SPARE.has(end) ? `from ${end}` : end,
            anchor: 'end' as const,
          },
        ]
      : []),
  ];
}
