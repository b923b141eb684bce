import type { RandomStream } from '../../random/stream.ts';
import { firstAbove } from '../../table/search-sorted.ts';
import { type NumberCodec, roundTo } from './number-codec.ts';

/** Returns true if a code covers several values, of which one is drawn. */
function isOpen(codec: NumberCodec, code: number): boolean {
  if (code === codec.nullCode || codec.upper.length === 0) return false;
  return codec.looseRows[code] > 0 || codec.atomStart[code + 1] - codec.atomStart[code] !== 1;
}

const onlyValue = (codec: NumberCodec, code: number): number =>
  code === codec.nullCode || codec.upper.length === 0
    ? Number.NaN
    : codec.atomValue[codec.atomStart[code]];

/** Returns the value of an open code for a number in [0, 1). */
function valueAt(codec: NumberCodec, code: number, chance: number): number {
  const firstAtom = codec.atomStart[code];
  const lastAtom = codec.atomStart[code + 1];
  const atoms = lastAtom > firstAtom ? codec.atomRows[lastAtom - 1] : 0;
  const loose = codec.looseRows[code];
  const draw = chance * (atoms + loose);
  if (draw < atoms) {
    return codec.atomValue[
      firstAbove(codec.atomRows, { value: draw, from: firstAtom, to: lastAtom - 1 })
    ];
  }
  const start = codec.edgeStart[code];
  const groups = codec.edgeStart[code + 1] - start - 1;
  const place = ((draw - atoms) / loose) * groups;
  const group = Math.min(groups - 1, Math.floor(place));
  const left = codec.edges[start + group];
  const value = left + (codec.edges[start + group + 1] - left) * (place - group);
  const rounded = roundTo(value, codec.step, codec.decimals);
  return Math.max(codec.low, Math.min(codec.high, rounded));
}

export function decodeNumber(codec: NumberCodec, code: number, stream: RandomStream): number {
  return isOpen(codec, code) ? valueAt(codec, code, stream.float()) : onlyValue(codec, code);
}

/** Draws values for many codes, with the same draws as `decodeNumber`. */
export function decodeNumbers(
  codec: NumberCodec,
  codes: Uint8Array,
  stream: RandomStream,
): Float64Array {
  const open = Uint8Array.from({ length: codec.size }, (_, code) => (isOpen(codec, code) ? 1 : 0));
  let count = 0;
  for (let row = 0; row < codes.length; row++) count += open[codes[row]];
  const draws = new Float64Array(count);
  stream.floats(draws, count);
  const values = new Float64Array(codes.length);
  let next = 0;
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row];
    values[row] = open[code] === 1 ? valueAt(codec, code, draws[next++]) : onlyValue(codec, code);
  }
  return values;
}
