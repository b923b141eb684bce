import { numberingOf } from '../../columns/numbering.ts';
import type { Model } from '../model.ts';
import { ensure } from '../model-unreadable.ts';

type Columns = Pick<
  Model,
  'columns' | 'columnFields' | 'fields' | 'lookups' | 'listedBy' | 'mostly'
>;

/**
 * Checks that each column has its fields.
 *
 * @param apart columns modeled without their own field
 */
export function checkColumns(
  { columns, columnFields, fields, listedBy = [], mostly = [] }: Columns,
  apart: readonly number[] = [],
): void {
  ensure(columnFields.length === columns.length, 'fields of columns');
  ensure(
    new Set(columns.map(({ layout }) => layout.name)).size === columns.length,
    'duplicate column names',
  );
  const seen = new Set<number>();
  columns.forEach(({ layout, made }, i) => {
    const own = columnFields[i];
    const isGenerated = own.length === 0;
    ensure(made === null ? apart.includes(i) || !isGenerated : isGenerated, 'fields of a column');
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
  ensure(
    listedBy.every(({ column }) => (columns[column]?.layout.kind ?? 'category') !== 'category'),
    'columns that order rows',
  );
  ensure(
    mostly.every(
      ({ column, of }) =>
        column !== of &&
        columns[column]?.layout.kind === 'category' &&
        columns[of]?.layout.kind !== undefined,
    ),
    'words that mostly belong',
  );
  const isOther = (from: number, own: number) => from !== own && from < columns.length;
  columns.forEach(({ made }, i) => {
    if (made?.kind !== 'key') return;
    const sources = (made.composed?.parts ?? []).flatMap((part) =>
      part.kind === 'column' ? [part.from] : [],
    );
    const dated = made.dated === undefined ? [] : [made.dated.from];
    ensure(
      [...sources, ...dated].every((from) => isOther(from, i)),
      'columns that a key contains',
    );
  });
}

/** Checks that missing-value shares of generated columns cover each code of their field. */
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

/** Checks that strings of states have a probability for each state, place and code of their field. */
export function checkStates({ columns, fields }: Columns): void {
  for (const { made } of columns) {
    if (made?.kind !== 'text' || made.states === undefined) continue;
    const { states, last, back, field } = made.states;
    const codes = field < 0 ? 1 : (fields[field]?.codec.size ?? 0);
    const n = states.length;
    ensure(last.length === n * codes && back.length % (n * n) === 0, 'strings of states');
    ensure(
      [...last, ...back].every((share) => share >= 0 && share <= 1),
      'strings of states',
    );
  }
}

/** Checks that texts of shared parts have a group for each code of their field, and rows to draw. */
export function checkTexts({ columns, fields }: Columns): void {
  for (const { made } of columns) {
    if (made?.kind !== 'text' || made.shared === undefined) continue;
    const { field, groups, start, places, rows, words } = made.shared;
    const size = field < 0 ? 0 : (fields[field]?.codec.size ?? -1);
    const isRising = (list: ArrayLike<number>, from: number, to: number) => {
      for (let i = from; i < to; i++)
        if (!(list[i]! > (i === from ? 0 : list[i - 1]!))) return false;
      return to > from;
    };
    ensure(
      groups.length === size &&
        groups.every((group) => group >= 0 && group + 1 < start.length) &&
        start.length > 1 &&
        start[0] === 0 &&
        start.at(-1) === places.length &&
        rows.length === places.length &&
        places.every((place) => place >= 0 && place < words.length),
      'texts',
    );
    for (let group = 0; group + 1 < start.length; group++)
      ensure(isRising(rows, start[group]!, start[group + 1]!), 'texts');
  }
}

/** Checks that births and countries in personal numbers are those of other columns. */
export function checkBirths({ columns }: Columns): void {
  for (const { birth, bank, made } of columns) {
    ensure(bank === undefined || columns[bank.bic]?.layout.kind === 'category', 'BIC');
    if (birth === undefined) continue;
    const isWords = birth.sex === null || columns[birth.sex.column]?.layout.kind === 'category';
    const isDate = columns[birth.date]?.layout.kind === 'datetime';
    ensure(made?.kind === 'personal' && isDate && isWords, 'births');
  }
}

/** Checks that dependent references and persons lead to an independent one. */
export function checkReferences({ columns }: Columns): void {
  columns.forEach((plan) => {
    const own = numberingOf(plan);
    if (own === null) return;
    ensure(own.popularity.length > 1, 'entity frequencies');
    const isModeled = (i: number) => columns[i] !== undefined && columns[i].made === null;
    ensure((own.attributes ?? []).every(isModeled), 'attributes of persons');
    const isWords = (i: number) => isModeled(i) && columns[i]!.layout.kind === 'category';
    ensure(
      own.groups === undefined ||
        (own.groups.columns.every(isWords) &&
          own.groups.owners.length === own.groups.keys.length &&
          own.groups.keys.every((key) => key.length === own.groups!.columns.length)),
      'groups of references',
    );
    let at = own.parent;
    for (let steps = 0; at >= 0; steps++) {
      const above = columns[at] === undefined ? null : numberingOf(columns[at]);
      ensure(above !== null && steps < columns.length, 'parents of references');
      at = above!.parent;
    }
  });
}

/** Checks lookups and returns the modeled fields in order. */
export function checkLookups({ lookups, fields }: Columns): number[] {
  const followed = new Set(lookups.map((lookup) => lookup.field));
  ensure(followed.size === lookups.length, 'lookups');
  const learned = fields.map((_, f) => f).filter((f) => !followed.has(f));
  const available = new Set(learned);
  for (const { field, parent, map } of lookups) {
    ensure(available.has(parent) && fields[field] !== undefined, 'lookups');
    ensure(map.length >= fields[parent].codec.size, 'lookups');
    const { size } = fields[field].codec;
    ensure(
      map.every((code) => code < size),
      'lookups',
    );
    available.add(field);
  }
  return learned;
}
