import { ORPHANS } from '../../shared/report-sentences/picture-table.ts';
import { TONES } from './picture-tones.ts';

const WIDTH = 320;
/** Smallest visible mark of a share above zero. */
const MIN_MARK = 4;

/** References by side: with a parent as a bar, without one as a mark at its right end. */
export function OrphanBars(props: { real: number | null; synthetic: number | null }) {
  return (
    <div className="mt-3 text-xs">
      <p className="mb-1 text-ink-soft">{ORPHANS}</p>
      {(['real', 'synthetic'] as const).map((side) => {
        const share = props[side];
        const missing = share === null || share === 0 ? 0 : Math.max(MIN_MARK, share * WIDTH);
        return (
          <p key={side} className="grid grid-cols-[4.5rem_1fr_3.5rem] items-center gap-2">
            <span>{side === 'real' ? 'Real' : 'Synthetic'}</span>
            <svg
              viewBox={`0 0 ${WIDTH} 8`}
              preserveAspectRatio="none"
              className="h-2 w-full"
              role="presentation"
            >
              <rect width={WIDTH - missing} height="8" fill={TONES[side]} opacity="0.35" />
              <rect x={WIDTH - missing} width={missing} height="8" fill="var(--danger)" />
            </svg>
            <span className={`text-right ${missing > 0 ? 'text-danger' : ''}`}>
              {share === null ? 'left out' : `${(share * 100).toFixed(2)}%`}
            </span>
          </p>
        );
      })}
    </div>
  );
}
