/** Number of each row's value among the different ones, in order of first occurrence. */
export type ValueCodes = { codes: Int32Array; keys: Float64Array };

const known = new WeakMap<Float64Array, ValueCodes>();

const scratch = new Float64Array(1);
const bits = new Uint32Array(scratch.buffer);

function codesOf(values: Float64Array): ValueCodes {
  const codes = new Int32Array(values.length);
  const size = 1 << (33 - Math.clz32(values.length));
  const slots = new Int32Array(size).fill(-1);
  const keys: number[] = [];
  let missing = -1;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] + 0;
    if (Number.isNaN(value)) {
      if (missing < 0) missing = keys.push(value) - 1;
      codes[row] = missing;
      continue;
    }
    scratch[0] = value;
    let slot = Math.imul(bits[0] ^ Math.imul(bits[1], 0x9e3779b1), 0x85ebca6b);
    slot = (slot ^ (slot >>> 15)) & (size - 1);
    while (slots[slot] >= 0 && keys[slots[slot]] !== value) slot = (slot + 1) & (size - 1);
    if (slots[slot] < 0) slots[slot] = keys.push(value) - 1;
    codes[row] = slots[slot];
  }
  return { codes, keys: Float64Array.from(keys) };
}

/** Returns the codes of a column's values, NaN among them; computed once for a column. */
export function valueCodes(values: Float64Array): ValueCodes {
  const found = known.get(values) ?? codesOf(values);
  known.set(values, found);
  return found;
}
