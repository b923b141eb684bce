import { useMemo } from 'react';
import { guilloche } from './guilloche.ts';

/** A batch's seal: the rosette of its manifest's hash. Decoration beside the batch's id, unless given a name. */
export function Seal(props: { hash: string; size?: number; label?: string; className?: string }) {
  const { hash, size = 20, label } = props;
  const coarse = size < 64;
  const path = useMemo(() => guilloche(hash, coarse ? 'coarse' : 'fine'), [hash, coarse]);
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
        strokeWidth={coarse ? 2.6 : size > 220 ? 0.22 : 0.45}
        strokeLinejoin="round"
      />
    </svg>
  );
}
