import type { Origin } from '../ui/origin-mark.tsx';

const HEIGHT = 28;

export function MiniHistogram(props: {
  label: string;
  origin: Origin;
  bins: readonly { label: string; count: number }[];
}) {
  const { bins } = props;
  const most = Math.max(1, ...bins.map((bin) => bin.count));
  const width = 10 * bins.length;
  const real = props.origin !== 'synthetic';
  const summary = bins.map((bin) => `${bin.label}: ${bin.count}`).join(', ');
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-7 w-full"
      role="img"
      aria-label={`${props.label}. ${summary}`}
    >
      {bins.map((bin, i) => {
        const height = (bin.count / most) * (HEIGHT - 1);
        return (
          <rect
            key={i}
            x={i * 10 + 0.5}
            y={HEIGHT - height}
            width={9}
            height={height}
            fill={real ? 'var(--real)' : 'none'}
            stroke={real ? 'none' : 'var(--synthetic)'}
            strokeDasharray={real ? undefined : '3 2'}
          >
            <title>{`${bin.label}: ${bin.count}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
