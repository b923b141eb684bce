import { type CategoryCodec, restStarts } from '../../codec/category-codec.ts';
import type { Codec } from '../../codec/field.ts';
import type { NumberCodec } from '../../codec/number-codec.ts';
import { ensure } from '../model-unreadable.ts';

/** Checks the starts of consecutive parts, from 0 to the end. */
export function ensureStarts(
  starts: Int32Array,
  { parts, end, what }: { parts: number; end: number; what: string },
): void {
  ensure(starts.length === parts + 1 && starts[0] === 0 && starts[parts] === end, what);
  for (let i = 0; i < parts; i++) ensure(starts[i] <= starts[i + 1], what);
}

function checkNumber(codec: NumberCodec): void {
  const bins = codec.upper.length;
  const withNull = codec.nullCode >= 0 ? 1 : 0;
  ensure(codec.size === Math.max(1, bins + withNull), 'codes of a number column');
  ensure(withNull === 0 || codec.nullCode === bins, 'code of missing numbers');
  ensure(codec.looseRows.length === bins, 'rows of bins');
  ensure(codec.atomRows.length === codec.atomValue.length, 'rows of atoms');
  ensureStarts(codec.atomStart, {
    parts: bins,
    end: codec.atomValue.length,
    what: 'atoms of bins',
  });
  if (bins > 0)
    ensureStarts(codec.edgeStart, { parts: bins, end: codec.edges.length, what: 'edges of bins' });
  for (let bin = 0; bin < bins; bin++) {
    const edges = codec.edgeStart[bin + 1] - codec.edgeStart[bin];
    const atoms = codec.atomStart[bin + 1] - codec.atomStart[bin];
    ensure(codec.looseRows[bin] >= 0, 'rows of a bin');
    ensure(codec.looseRows[bin] > 0 ? edges >= 2 : atoms > 0, 'empty bin');
  }
}

function checkWords(codec: CategoryCodec): void {
  const { values, restValues, restCode, rareCode, nullCode } = codec;
  const start = restStarts(codec);
  const groups = start.length - 1;
  ensureStarts(start, { parts: groups, end: restValues.length, what: 'category groups' });
  for (let group = 0; group < groups; group++)
    ensure(start[group] < start[group + 1], 'category groups');
  const others = [
    ...start.subarray(1).map((_, group) => restCode + group),
    rareCode,
    nullCode,
  ].filter((code) => code >= 0);
  ensure(codec.size === Math.max(1, values.length + others.length), 'codes of a category column');
  ensure(
    others.every((code) => code >= values.length && code < codec.size) &&
      new Set(others).size === others.length,
    'codes of rare or missing categories',
  );
  ensure(codec.rows.length === values.length, 'rows of categories');
  ensure(codec.restRows.length === restValues.length, 'rows of less frequent categories');
  ensure(
    restCode < 0 ? restValues.length === 0 : restValues.length > 0,
    'less frequent categories',
  );
}

export function checkCodec(codec: Codec): void {
  if (codec.kind === 'number') checkNumber(codec);
  else checkWords(codec);
}
