import type { ReactNode } from 'react';
import { ScrollFrame } from '../ui/scroll-frame.tsx';

/** Width beside the left side that marks at its edge take. */
const MARK = 5;

/** Wide drawing that scrolls on small screens under its left side, which holds the names of lanes. */
export function SidedPicture(props: {
  label: string;
  width: number;
  height: number;
  /** Width of the left side. */
  left: number;
  side: ReactNode;
  children: ReactNode;
}) {
  const { label, width, height, left, side, children } = props;
  return (
    <ScrollFrame label={label}>
      <div className="grid min-w-[640px]">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className="w-full [grid-area:1/1]"
          role="presentation"
        >
          {children}
        </svg>
        <svg
          viewBox={`0 0 ${left} ${height}`}
          className="sticky left-0 [grid-area:1/1]"
          style={{ width: `${(100 * left) / width}%` }}
          role="presentation"
        >
          <rect width={left - MARK} height={height} fill="var(--surface)" />
          {side}
        </svg>
      </div>
    </ScrollFrame>
  );
}
