import type { CategoryCodec } from './codec/category-codec.ts';
import type { NumberCodec } from './codec/number-codec.ts';

export type Support =
  | { kind: 'category'; words: string[]; missing: boolean }
  | {
      kind: 'number';
      atoms: number[];
      /** First and last edge of each bin's non-atom values. */
      intervals: [number, number][];
      step: number;
      decimals: number;
      missing: boolean;
    };

export function supportOf(codec: NumberCodec | CategoryCodec): Support {
  const missing = codec.nullCode >= 0;
  if (codec.kind === 'category')
    return { kind: 'category', words: [...codec.values, ...codec.restValues].sort(), missing };
  const { atomValue, edges, edgeStart, step, decimals } = codec;
  const intervals: [number, number][] = [];
  for (let bin = 0; bin + 1 < edgeStart.length; bin++) {
    const own = edges.slice(edgeStart[bin], edgeStart[bin + 1]);
    if (own.length > 0) intervals.push([own[0]!, own[own.length - 1]!]);
  }
  return { kind: 'number', atoms: [...atomValue], intervals, step, decimals, missing };
}

/** Returns the least and greatest number that can be drawn; null if none can. */
export function extremesOf(support: Support): [number, number] | null {
  if (support.kind === 'category') return null;
  const all = [...support.atoms, ...support.intervals.flat()];
  return all.length === 0 ? null : [Math.min(...all), Math.max(...all)];
}

export const canGive = (support: Support, value: number): boolean =>
  support.kind === 'number' &&
  (support.atoms.includes(value) ||
    support.intervals.some(([low, high]) => {
      const half = support.step / 2;
      const onStep = Math.abs(Math.round(value / support.step) * support.step - value) < 1e-9;
      return onStep && value > low - half && value < high + half;
    }));

export function everythingIn(model: unknown, values = new Set<unknown>()): Set<unknown> {
  if (typeof model === 'number' || typeof model === 'string') values.add(model);
  else if (ArrayBuffer.isView(model)) {
    for (const value of model as Float64Array) values.add(value);
  } else if (typeof model === 'object' && model !== null)
    for (const part of Object.values(model)) everythingIn(part, values);
  return values;
}
