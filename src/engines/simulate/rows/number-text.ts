const zero = 48;
/** "0000" as a 32-bit word, to which digit values are added. */
const ZEROS = 0x30303030;

/** Digits of 0 … 9999 as little-endian words: with and without leading zeros. */
export const padded = new Int32Array(10_000);
const plain = new Int32Array(10_000);
const lengths = new Uint8Array(10_000);
for (let n = 0; n < 10_000; n++) {
  const [thousands, hundreds] = [Math.floor(n / 1000), Math.floor(n / 100) % 10];
  const [tens, ones] = [Math.floor(n / 10) % 10, n % 10];
  const word = thousands | (hundreds << 8) | (tens << 16) | (ones << 24) | ZEROS;
  const length = n >= 1000 ? 4 : n >= 100 ? 3 : n >= 10 ? 2 : 1;
  padded[n] = word;
  lengths[n] = length;
  plain[n] = word >> (8 * (4 - length));
}

function writeWhole(value: number, out: DataView, at: number): number {
  if (value < 10_000) {
    out.setInt32(at, plain[value], true);
    return at + lengths[value];
  }
  const high = Math.floor(value / 10_000);
  const to = writeWhole(high, out, at);
  out.setInt32(to, padded[value - high * 10_000], true);
  return to + 4;
}

/** Returns decimal point, two digits and separator, by hundredths. */
export function centWords(separator: number): Int32Array {
  return Int32Array.from(
    { length: 100 },
    (_, n) =>
      46 | ((zero + Math.floor(n / 10)) << 8) | ((zero + (n % 10)) << 16) | (separator << 24),
  );
}

/** Writes minor units as a decimal with two places and the separator; at most 24 bytes. */
export function writeMoney(minor: number, cents: Int32Array, out: DataView, at: number): number {
  let to = at;
  let value = minor;
  if (minor < 0) {
    out.setUint8(to++, 45);
    value = -minor;
  }
  let units: number;
  let rest: number;
  if (value < 1_000_000_000) {
    const small = value | 0;
    units = (small / 100) | 0;
    rest = small - units * 100;
  } else {
    units = Math.floor(value / 100);
    rest = value - units * 100;
  }
  to = writeWhole(units, out, to);
  out.setInt32(to, cents[rest], true);
  return to + 4;
}

/** "HH:MM:" of each minute of a day, eight bytes apart. */
export const minuteTexts = new DataView(new ArrayBuffer(1440 * 8));
for (let minute = 0; minute < 1440; minute++) {
  const digits = [Math.floor(minute / 600), Math.floor(minute / 60) % 10];
  digits.push(Math.floor((minute % 60) / 10), minute % 10);
  [digits[0], digits[1], -1, digits[2], digits[3], -1].forEach((digit, i) => {
    minuteTexts.setUint8(minute * 8 + i, digit < 0 ? 58 : zero + digit);
  });
}

/** Returns "SSZ" and the separator, by second of the minute. */
export function secondWords(separator: number): Int32Array {
  return Int32Array.from(
    { length: 60 },
    (_, n) =>
      (zero + Math.floor(n / 10)) | ((zero + (n % 10)) << 8) | (90 << 16) | (separator << 24),
  );
}
