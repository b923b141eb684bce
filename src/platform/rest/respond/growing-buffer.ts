const FIRST_BYTES = 1 << 16;
/** Buffers kept for later answers; larger ones are freed. */
const MAX_SPARE = 16;
const MAX_SPARE_BYTES = 1 << 20;

const spare: Buffer[] = [];

/** Returns a buffer of an earlier answer, which costs the garbage collector nothing. */
export const takeBuffer = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(FIRST_BYTES);

/** Keeps a buffer that nothing refers to any longer. */
export function giveBuffer(buffer: Buffer): void {
  if (spare.length < MAX_SPARE && buffer.length <= MAX_SPARE_BYTES) spare.push(buffer);
}

/** Returns the buffer, or a copy of its first `used` bytes, with room for `bytes` more. */
export function withRoom(buffer: Buffer, used: number, bytes: number): Buffer {
  if (used + bytes <= buffer.length) return buffer;
  const larger = Buffer.allocUnsafeSlow(Math.max(used + bytes, 2 * buffer.length));
  buffer.copy(larger, 0, 0, used);
  giveBuffer(buffer);
  return larger;
}
