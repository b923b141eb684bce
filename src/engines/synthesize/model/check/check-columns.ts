import type { Model } from '../model.ts';
import { ensure } from '../model-unreadable.ts';

type Columns = Pick<Model, 'columns' | 'columnFields' | 'fields' | 'lookups'>;

/**
 * Refuses columns that do not have their fields each.
 *
 * @param apart columns that may be learned without a field of their own
 */
export function checkColumns(
  { columns, columnFields, fields }: Columns,
  apart: readonly number[] = [],
): void {
  ensure(columnFields.length === columns.length, 'fields of columns');
  ensure(new Set(columns.map(({ layout }) => layout.name)).size === columns.length, 'equal names');
  const seen = new Set<number>();
  columns.forEach(({ layout, made }, i) => {
    const own = columnFields[i];
    const isMade = own.length === 0;
    ensure(made === null ? apart.includes(i) || !isMade : isMade, 'fields of a column');
    ensure(own.length < 2 || layout.kind === 'datetime', 'fields of a column');
    for (const f of own) {
      const field = fields[f];
      ensure(field !== undefined && !seen.has(f), 'fields of a column');
      const isWords = field.codec.kind === 'category';
      ensure(isWords === (layout.kind === 'category'), 'kinds of fields');
      seen.add(f);
    }
  });
  ensure(seen.size === fields.length, 'fields without a column');
}

/** What tells of the missing values of a made column has a share for each of its codes. */
export function checkMissing({ columns, fields }: Columns): void {
  for (const { made, missing } of columns) {
    if (missing === undefined) continue;
    ensure(made !== null && 'nullShare' in made, 'missing values of a column');
    ensure(
      fields[missing.field]?.codec.size === missing.shares.length,
      'missing values of a column',
    );
    ensure(
      missing.shares.every((share) => share >= 0 && share <= 1),
      'missing values of a column',
    );
  }
}

/** A reference that follows from another must come to one that stands by itself. */
export function checkReferences({ columns }: Columns): void {
  columns.forEach(({ made }) => {
    if (made?.kind !== 'reference') return;
    ensure(made.popularity.length > 1, 'how often entities occur');
    let at = made.parent;
    for (let steps = 0; at >= 0; steps++) {
      const above = columns[at]?.made;
      ensure(above?.kind === 'reference' && steps < columns.length, 'what references follow from');
      at = above.parent;
    }
  });
}

/** The fields that are learned themselves, in order. */
export function checkLookups({ lookups, fields }: Columns): number[] {
  const followed = new Set(lookups.map((lookup) => lookup.field));
  ensure(followed.size === lookups.length, 'what is looked up');
  const learned = fields.map((_, f) => f).filter((f) => !followed.has(f));
  const known = new Set(learned);
  for (const { field, parent, map } of lookups) {
    ensure(known.has(parent) && fields[field] !== undefined, 'what is looked up');
    ensure(map.length >= fields[parent].codec.size, 'what is looked up');
    const { size } = fields[field].codec;
    ensure(
      map.every((code) => code < size),
      'what is looked up',
    );
    known.add(field);
  }
  return learned;
}
