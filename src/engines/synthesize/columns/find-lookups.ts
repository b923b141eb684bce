import { type Field, isExactField } from '../codec/field.ts';
import type { Lookup } from '../model/model.ts';

export const MIN_ROWS_A_CODE = 5;

/** Returns the code of rare categories, which is no evidence: decoding replaces them. */
export const rareCode = ({ codec }: Field) => (codec.kind === 'category' ? codec.rareCode : -1);

/** Returns the code of `child` for each code of `parent`; null if a code has two. */
export function follows(
  parent: Uint8Array,
  { child, size, skip }: { child: Uint8Array; size: number; skip: number },
): { map: Uint8Array; seen: number } | null {
  const map = new Int16Array(size).fill(-1);
  let seen = 0;
  for (let row = 0; row < parent.length; row++) {
    const code = parent[row];
    if (code === skip) continue;
    if (map[code] === -1) {
      map[code] = child[row];
      seen++;
    } else if (map[code] !== child[row]) return null;
  }
  return { map: Uint8Array.from(map, (code) => Math.max(0, code)), seen };
}

/**
 * Finds fields that are a function of another without exception (functional dependency); they are
 * looked up instead of modeled. Only fields with one value per code are considered.
 */
export function findLookups(codes: readonly Uint8Array[], fields: readonly Field[]): Lookup[] {
  const rows = codes[0]?.length ?? 0;
  const candidates = fields
    .map((field, f) => ({ f, size: field.codec.size }))
    .filter(({ f, size }) => size > 1 && isExactField(fields[f]))
    .filter(({ size }) => rows >= size * MIN_ROWS_A_CODE);
  const lookups: Lookup[] = [];
  const followed = new Set<number>();
  for (const child of candidates) {
    for (const parent of candidates) {
      const finer = parent.size > child.size || (parent.size === child.size && parent.f < child.f);
      if (parent.f === child.f || !finer || followed.has(parent.f)) continue;
      const lookup = follows(codes[parent.f], {
        child: codes[child.f],
        size: parent.size,
        skip: rareCode(fields[parent.f]),
      });
      if (lookup === null) continue;
      lookups.push({ field: child.f, parent: parent.f, map: lookup.map });
      followed.add(child.f);
      break;
    }
  }
  return resolve(lookups);
}

function resolve(lookups: Lookup[]): Lookup[] {
  const waiting = new Map(lookups.map((lookup) => [lookup.field, lookup]));
  const done: Lookup[] = [];
  const visit = (lookup: Lookup) => {
    if (!waiting.delete(lookup.field)) return;
    const above = waiting.get(lookup.parent);
    if (above !== undefined) visit(above);
    done.push(lookup);
  };
  for (const lookup of lookups) visit(lookup);
  return done;
}
