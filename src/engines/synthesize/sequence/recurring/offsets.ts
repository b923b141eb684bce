/** Days at most between a payment and its nominal day. */
export const MAX_OFFSET = 5;

const MAX_KINDS = 24;
const PERIOD_COUNT = 8;
const OFFSETS = 2 * MAX_OFFSET + 1;

/** Features of a payment's offset: weekday, kind, period, anchor, and the last offset that was not 0. */
export const OFFSET_SIZES = [
  { size: 7, ordered: true },
  { size: MAX_KINDS, ordered: false },
  { size: PERIOD_COUNT, ordered: false },
  { size: 32, ordered: true },
  { size: OFFSETS, ordered: true },
] as const;

export const OFFSET_ORDERED = Uint8Array.from(OFFSET_SIZES, ({ ordered }) => (ordered ? 1 : 0));

export const newOffsetFeatures = (
  kind: number,
  { period, anchor }: { period: number; anchor: number },
): Uint8Array => Uint8Array.of(0, kind, period, anchor, MAX_OFFSET);

/** Records the weekday (0 = Monday) of the next nominal day. */
export function setSlot(features: Uint8Array, weekday: number): void {
  features[0] = weekday;
}

export function noteOffset(features: Uint8Array, offset: number): void {
  if (offset !== 0) features[4] = offset + MAX_OFFSET;
}
