/** Cryptographic source of random bytes; never derived from a batch's seed. */
export type RandomBytes = (length: number) => Uint8Array;

export type RandomIntegers = {
  /** Returns a uniform integer in [0, n), 1 <= n <= 2^53. */
  below(n: number): number;
  /** Returns a uniform integer in [0, n) for any n. */
  belowBig(n: bigint): bigint;
};

const POOL = 4096;

/** Draws uniform integers by rejection from random bytes. */
export function randomIntegers(randomBytes: RandomBytes): RandomIntegers {
  let pool = new Uint8Array(0);
  let at = 0;
  const byte = (): number => {
    if (at === pool.length) {
      pool = randomBytes(POOL).slice();
      at = 0;
    }
    const value = pool[at];
    pool[at++] = 0;
    return value;
  };
  const below = (n: number): number => {
    if (n <= 1) return 0;
    let bytes = 0;
    let range = 1;
    while (range < n) {
      range *= 256;
      bytes++;
    }
    if (bytes > 6) return Number(belowBig(BigInt(n)));
    const limit = range - (range % n);
    for (;;) {
      let value = 0;
      for (let i = 0; i < bytes; i++) value = value * 256 + byte();
      if (value < limit) return value % n;
    }
  };
  const belowBig = (n: bigint): bigint => {
    let bytes = 0;
    let range = 1n;
    while (range < n) {
      range <<= 8n;
      bytes++;
    }
    const limit = range - (range % n);
    for (;;) {
      let value = 0n;
      for (let i = 0; i < bytes; i++) value = (value << 8n) | BigInt(byte());
      if (value < limit) return value % n;
    }
  };
  return { below, belowBig };
}
