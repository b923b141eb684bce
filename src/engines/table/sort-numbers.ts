import { rangeOf } from './range-of.ts';

/** Length below which comparison sort is as fast. */
const SMALL = 65_536;
const WIDEST = 1 << 22;

/** Sorts decimals in a narrow range by counting, ignoring NaN; null for other values. */
function countSort(values: Float64Array, decimals: number): Float64Array | null {
  const scale = 10 ** decimals;
  const { low, high } = rangeOf(values);
  const first = Math.round(low * scale);
  const range = Math.round(high * scale) - first + 1;
  if (!(range <= Math.min(WIDEST, 8 * values.length))) return null;
  const counts = new Uint32Array(range);
  let missing = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const units = Math.round(value * scale);
    if (units / scale === value) counts[units - first]++;
    else if (Number.isNaN(value)) missing++;
    else return null;
  }
  const sorted = new Float64Array(values.length - missing);
  let at = 0;
  for (let cell = 0; cell < range; cell++) {
    const end = at + counts[cell];
    if (end === at) continue;
    const value = (cell + first) / scale;
    while (at < end) sorted[at++] = value;
  }
  return sorted;
}

/**
 * Sorts values in ascending order, ignoring NaN. Radix sort by 16 bits over the sortable form of
 * IEEE doubles: several times as fast as comparison sort for a million rows.
 *
 * @param decimals digits after the point, if few: enables counting sort
 */
export function sortNumbers(values: Float64Array, decimals?: number): Float64Array {
  const counted =
    decimals === undefined || decimals > 4 || values.length < SMALL
      ? null
      : countSort(values, decimals);
  if (counted !== null) return counted;
  const numbers = new Float64Array(values.length);
  let n = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    // Normalize -0 to 0.
    if (!Number.isNaN(value)) numbers[n++] = value + 0;
  }
  const present = numbers.subarray(0, n);
  if (n < SMALL) return present.slice().sort();
  const bits = new Uint32Array(present.buffer, 0, 2 * n);
  let low: Uint32Array<ArrayBuffer> = new Uint32Array(n);
  let high: Uint32Array<ArrayBuffer> = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    const top = bits[2 * i + 1];
    const flip = top >>> 31 === 1 ? 0xffffffff : 0;
    low[i] = bits[2 * i] ^ flip;
    high[i] = top ^ (flip === 0 ? 0x80000000 : 0xffffffff);
  }
  let lowOut: Uint32Array<ArrayBuffer> = new Uint32Array(n);
  let highOut: Uint32Array<ArrayBuffer> = new Uint32Array(n);
  const starts = new Uint32Array(65_536);
  for (let pass = 0; pass < 4; pass++) {
    const digits = pass < 2 ? low : high;
    const shift = (pass & 1) * 16;
    starts.fill(0);
    for (let i = 0; i < n; i++) starts[(digits[i] >>> shift) & 0xffff]++;
    if (starts[(digits[0] >>> shift) & 0xffff] === n) continue;
    let sum = 0;
    for (let d = 0; d < 65_536; d++) {
      const count = starts[d];
      starts[d] = sum;
      sum += count;
    }
    for (let i = 0; i < n; i++) {
      const to = starts[(digits[i] >>> shift) & 0xffff]++;
      lowOut[to] = low[i];
      highOut[to] = high[i];
    }
    [low, lowOut] = [lowOut, low];
    [high, highOut] = [highOut, high];
  }
  const sorted = new Float64Array(n);
  const out = new Uint32Array(sorted.buffer);
  for (let i = 0; i < n; i++) {
    const flip = high[i] >>> 31 === 1 ? 0 : 0xffffffff;
    out[2 * i] = low[i] ^ flip;
    out[2 * i + 1] = high[i] ^ (flip === 0 ? 0x80000000 : 0xffffffff);
  }
  return sorted;
}
