/** Codes that must not occur in the source, as a multiple of the source's own. */
const ROOM = 2;
const MIN_ROOM = 1000;
const MAX_ROOM = 200_000;
const MAX_POWER = 14;

/** Yields starts from 0: multiples of powers of ten, small ones first. */
function* starts(count: number): Generator<number> {
  yield 0;
  for (let power = String(count).length - 1; power <= MAX_POWER; power++)
    for (let times = 1; times < 10; times++) yield times * 10 ** power;
}

/**
 * Returns the first index from which generated codes are none of the source's: at least twice
 * as many codes as the source has. The source's codes are compared in memory and not kept.
 *
 * @param write code of an index
 * @param source all codes of the source
 */
export function freeIndex(write: (index: number) => string, source: ReadonlySet<string>): number {
  const room = Math.min(MAX_ROOM, Math.max(MIN_ROOM, ROOM * source.size));
  const isFree = (start: number) => {
    for (let i = 0; i < room; i++) if (source.has(write(start + i))) return false;
    return true;
  };
  for (const start of starts(source.size)) if (isFree(start)) return start;
  return 0;
}
