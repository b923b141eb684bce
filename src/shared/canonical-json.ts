export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * JSON with one spelling, after RFC 8785 (JCS): keys sorted by UTF-16 code units, no white space, numbers as
 * ECMAScript writes them. Throws on what JSON cannot say: NaN, infinities, lone surrogates, undefined.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError('JSON has no NaN and no infinity');
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new RangeError('JSON has no lone surrogates');
  }
  if (value === undefined) throw new TypeError('JSON has no undefined');
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${canonicalJson(key)}:${canonicalJson(value[key]!)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
