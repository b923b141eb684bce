const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const view = new DataView(new ArrayBuffer(8));

/** Returns 2^k for -1022 <= k <= 1023, by writing the exponent's bits. */
function powerOfTwo(k: number): number {
  view.setUint32(0, (k + 1023) << 20);
  view.setUint32(4, 0);
  return view.getFloat64(0);
}

/**
 * Returns e^x from additions, multiplications and divisions only, whose bits IEEE 754 fixes;
 * `Math.exp` may differ between engines. Argument reduction by ln 2 in two parts (as in fdlibm),
 * then the Taylor series to degree 14 on |r| <= ln(2)/2. Relative error below 4e-16 for |x| <= 700.
 */
export function exponential(x: number): number {
  if (x > 709) return Number.POSITIVE_INFINITY;
  if (x < -708) return 0;
  const k = Math.floor(x / Math.LN2 + 0.5);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  let sum = 1;
  for (let n = 14; n >= 1; n--) sum = 1 + (r / n) * sum;
  return sum * powerOfTwo(k);
}

/**
 * Returns the natural logarithm of a positive number with reproducible bits: the exponent, plus ln
 * m = 2 artanh((m - 1)/(m + 1)) summed to degree 25 for sqrt(1/2) <= m < sqrt(2).
 */
export function naturalLog(x: number): number {
  if (!(x > 0)) throw new RangeError('the logarithm needs a positive number');
  view.setFloat64(0, x < 2.3e-308 ? x * 18014398509481984 : x);
  let k = (view.getUint32(0) >>> 20) - 1023 - (x < 2.3e-308 ? 54 : 0);
  view.setUint32(0, (view.getUint32(0) & 0xfffff) | 0x3ff00000);
  let m = view.getFloat64(0);
  if (m > Math.SQRT2) {
    m /= 2;
    k += 1;
  }
  const s = (m - 1) / (m + 1);
  const square = s * s;
  let sum = 0;
  for (let n = 25; n >= 1; n -= 2) sum = sum * square + 1 / n;
  return k * LN2_HIGH + (2 * s * sum + k * LN2_LOW);
}

/** Returns the square root with reproducible bits; relative error below 1e-15. */
export function squareRoot(x: number): number {
  if (x === 0) return 0;
  const root = exponential(naturalLog(x) / 2);
  return (root + x / root) / 2;
}
