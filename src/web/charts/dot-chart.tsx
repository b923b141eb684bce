import { type DotFigures, dotTable } from '../../shared/report-sentences/fairness-picture.ts';
import { type PictureSide, SIDE_NAMES } from '../../shared/report-sentences/picture-table.ts';
import { ChartFrame } from './chart-frame.tsx';
import { TONES } from './picture-tones.ts';

/** Marks differ in shape, so that they can be read without color. */
const MARKS: Record<PictureSide, string> = {
  real: 'size-3 rounded-full',
  holdout: 'h-4 w-0.5',
  synthetic: 'size-3.5 rounded-full border-2 border-dashed',
};

function Mark({ side, ...place }: { side: PictureSide; left?: string }) {
  const tone = side === 'synthetic' ? { borderColor: TONES[side] } : { background: TONES[side] };
  const isPlaced = place.left !== undefined;
  return (
    <span
      className={`${MARKS[side]} ${isPlaced ? 'absolute top-1/2 -translate-x-1/2 -translate-y-1/2' : 'inline-block'}`}
      style={{ ...tone, ...place }}
    />
  );
}

/** Shares by group on one axis: a dot for real rows, a tick for held-out, a ring for synthetic. */
export function DotChart({ picture }: { picture: DotFigures }) {
  const { sides, rows, most } = picture;
  const at = (share: number) => `${(share / most) * 100}%`;
  return (
    <ChartFrame title={picture.title} note={picture.note} {...dotTable(picture)}>
      <p aria-hidden className="mb-2 flex flex-wrap gap-x-4 text-xs">
        {sides.map((side) => (
          <span key={side} className="inline-flex items-center gap-1.5">
            <Mark side={side} /> {SIDE_NAMES[side]}
          </span>
        ))}
      </p>
      <div
        aria-hidden
        className="grid grid-cols-[minmax(0,max-content)_1fr] items-center gap-x-5 gap-y-1"
      >
        {rows.map(({ label, shares }) => (
          <div key={label} className="contents">
            <span className="max-w-40 truncate text-xs text-ink-soft" title={label}>
              {label}
            </span>
            <Track shares={shares} sides={sides} at={at} />
          </div>
        ))}
        <span />
        <span className="mr-3 flex justify-between text-xs text-ink-soft">
          {[0, most / 2, most].map((share) => (
            <span key={share}>{Math.round(share * 100)}%</span>
          ))}
        </span>
      </div>
    </ChartFrame>
  );
}

function Track(props: {
  shares: DotFigures['rows'][number]['shares'];
  sides: PictureSide[];
  at: (share: number) => string;
}) {
  const shown = props.sides.flatMap((side) => {
    const share = props.shares[side];
    return typeof share === 'number' ? [{ side, share }] : [];
  });
  const text = shown.map(({ side, share }) => `${SIDE_NAMES[side]} ${(share * 100).toFixed(1)}%`);
  if (shown.length === 0) return <span className="text-xs text-ink-soft">left out</span>;
  const ends = [Math.min, Math.max].map((end) => end(...shown.map(({ share }) => share)));
  return (
    <span className="relative mr-3 h-5 border-b border-line" title={text.join(', ')}>
      <span
        className="absolute top-1/2 h-0.5 -translate-y-1/2 bg-control"
        style={{ left: props.at(ends[0]!), width: props.at(ends[1]! - ends[0]!) }}
      />
      {shown.map(({ side, share }) => (
        <Mark key={side} side={side} left={props.at(share)} />
      ))}
    </span>
  );
}
