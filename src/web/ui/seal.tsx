import { useMemo } from 'react';
import { type Detail, guilloche } from '../../shared/guilloche.ts';

const WIDTH: Record<Detail, number> = { coarse: 2.6, fine: 0.45, engraved: 0.09 };

export function Seal(props: { hash: string; size?: number; label?: string; className?: string }) {
  const { hash, size = 20, label } = props;
  const detail: Detail = size < 64 ? 'coarse' : size < 320 ? 'fine' : 'engraved';
  const path = useMemo(() => guilloche(hash, detail), [hash, detail]);
  return (
    <svg
      viewBox="0 0 100 100"
      width={size}
      height={size}
      className={`shrink-0 ${props.className ?? 'text-action'}`}
      role={label ? 'img' : 'presentation'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={WIDTH[detail]}
        strokeLinejoin="round"
      />
    </svg>
  );
}
