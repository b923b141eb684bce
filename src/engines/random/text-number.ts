const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** Returns a 32-bit number of a text, such as the owner of a random stream: FNV-1a over UTF-16 units. */
export function textNumber(text: string): number {
  let hash = BASIS;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return hash >>> 0;
}

/** Returns a 53-bit number of a text, where 32 bits would give many texts the same: two such halves. */
export function longTextNumber(text: string): number {
  let low = BASIS;
  let high = PRIME;
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), PRIME);
    high = Math.imul(high ^ text.charCodeAt(i), 0x85ebca6b) ^ (low >>> 7);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
