import { Seal } from './seal.tsx';

export const BRAND_HASH = '5e7a9f0c3b1d2468ace013579bdf2468ace013579bdf02468ace13579bdf0246';

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Seal hash={BRAND_HASH} size={28} />
      <span className="figure-serif text-base leading-5">Synthetic Banking Sandbox</span>
    </span>
  );
}
