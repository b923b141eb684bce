type Amount = { text: string; value: number };

const HEIGHT = 88;
const STEP = 40;

/** Signed square root of a size: shows small amounts beside one a thousand times as large. */
const spread = (value: number) => Math.sign(value) * Math.sqrt(Math.abs(value));

const middleOf = (sorted: readonly Amount[]) => sorted[Math.floor((sorted.length - 1) / 2)]!;

/** Amounts in order of time: those of earlier rows with their usual range, and the row's own. */
export function AmountStrip({ earlier, own }: { earlier: readonly Amount[]; own: Amount }) {
  const all = [...earlier, own];
  const sorted = earlier.toSorted((a, b) => a.value - b.value);
  const [low, median, high] = [sorted[0]!, middleOf(sorted), sorted.at(-1)!];
  const ends = [0, ...all.map(({ value }) => value)].map(spread);
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const y = (value: number) => 6 + (HEIGHT - 12) * (1 - (spread(value) - from) / (to - from || 1));
  const width = STEP * all.length;
  const usual = `Usual: ${low.text} to ${high.text}, median ${median.text}, of ${earlier.length} earlier rows. This row: ${own.text}.`;
  return (
    <figure className="max-w-xl">
      <svg
        role="img"
        aria-label={usual}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        className="h-24 w-full"
        preserveAspectRatio="none"
      >
        <rect
          x="0"
          width={width}
          y={y(high.value)}
          height={Math.max(2, y(low.value) - y(high.value))}
          fill="var(--sunk)"
        />
        <line x1="0" x2={width} y1={y(0)} y2={y(0)} stroke="var(--line)" />
        <line
          x1="0"
          x2={width}
          y1={y(median.value)}
          y2={y(median.value)}
          stroke="var(--control)"
          strokeDasharray="4 4"
        />
        {all.map(({ value }, i) => (
          <line
            key={i}
            x1={STEP * (i + 0.5)}
            x2={STEP * (i + 0.5)}
            y1={y(0)}
            y2={y(value)}
            stroke={i === earlier.length ? 'var(--danger)' : 'var(--action)'}
            strokeWidth="10"
          />
        ))}
      </svg>
      <figcaption className="text-xs text-ink-soft">
        {usual} Heights grow with the square root.
      </figcaption>
    </figure>
  );
}
