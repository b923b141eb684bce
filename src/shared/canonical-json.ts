export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Serializes JSON canonically (RFC 8785, JCS): keys sorted by UTF-16 code units, no white space,
 * ECMAScript numbers. Throws for NaN, infinities, lone surrogates and undefined.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError('JSON cannot represent NaN or infinity');
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new RangeError('JSON cannot represent lone surrogates');
  }
  if (value === undefined) throw new TypeError('JSON cannot represent undefined');
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${canonicalJson(key)}:${canonicalJson(value[key]!)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
