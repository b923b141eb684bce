import type { CopulaCore } from '../core/copula.ts';
import type { Model } from '../model.ts';
import { ensure } from '../model-unreadable.ts';
import type { PrivateCore } from '../private/fit-private.ts';
import { checkCodec } from './check-codec.ts';
import { checkSequence } from './check-sequence.ts';
import { checkTrees } from './check-tree.ts';

/**
 * Refuses a model that sampling could not walk through: references that lead nowhere or in circles, codes
 * without a meaning, counts that do not add up. A file's hash says only that it arrived as it was sent.
 *
 * @throws ModelUnreadable
 */
export function checkModel(model: Model): void {
  const { fields, core } = model;
  for (const field of fields) checkCodec(field.codec);
  checkColumns(model);
  checkReferences(model);
  const learned = checkLookups(model);
  const sizes = learned.map((f) => fields[f]!.codec.size);
  const isNumber = learned.map((f) => fields[f]!.codec.kind === 'number');
  switch (core.kind) {
    case 'trees':
      checkTrees(core, sizes, isNumber);
      break;
    case 'copula':
      checkCopula(core, sizes);
      break;
    case 'private':
      checkPrivate(core, sizes);
      break;
    case 'sequence':
      ensure(model.lookups.length === 0, 'what is looked up');
      checkSequence(model, core);
      break;
  }
}

function checkColumns({ columns, columnFields, fields, core }: Model): void {
  ensure(columnFields.length === columns.length, 'fields of columns');
  ensure(new Set(columns.map(({ layout }) => layout.name)).size === columns.length, 'equal names');
  const seen = new Set<number>();
  columns.forEach(({ layout, made }, i) => {
    const own = columnFields[i]!;
    const apart =
      core.kind === 'sequence' &&
      [core.timeColumn, core.balanceColumn, core.amountColumn].includes(i);
    ensure(made === null ? apart || own.length > 0 : own.length === 0, 'fields of a column');
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

/** A reference that follows from another must come to one that stands by itself. */
function checkReferences({ columns }: Model): void {
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
function checkLookups({ lookups, fields }: Model): number[] {
  const followed = new Set(lookups.map((lookup) => lookup.field));
  ensure(followed.size === lookups.length, 'what is looked up');
  const learned = fields.map((_, f) => f).filter((f) => !followed.has(f));
  const known = new Set(learned);
  for (const { field, parent, map } of lookups) {
    ensure(known.has(parent) && fields[field] !== undefined, 'what is looked up');
    ensure(map.length >= fields[parent]!.codec.size, 'what is looked up');
    const { size } = fields[field].codec;
    ensure(
      map.every((code) => code < size),
      'what is looked up',
    );
    known.add(field);
  }
  return learned;
}

function checkCopula({ ranks, limits, root }: CopulaCore, sizes: readonly number[]): void {
  const n = sizes.length;
  ensure(ranks.length === n && limits.length === n, 'shares of fields');
  ensure(root.length === n * n, 'correlations');
  sizes.forEach((size, f) => {
    ensure(ranks[f]!.length === limits[f]!.length && ranks[f]!.length > 0, 'shares of a field');
    ensure(
      ranks[f]!.every((code) => code < size),
      'shares of a field',
    );
  });
}

function checkPrivate({ model, merged }: PrivateCore, sizes: readonly number[]): void {
  const n = sizes.length;
  const lists = [model.sizes, model.order, model.parents, model.conditional, merged];
  ensure(
    lists.every((list) => list.length === n),
    'noisy counts',
  );
  const known = new Set<number>();
  for (const column of model.order) {
    ensure(column >= 0 && column < n && !known.has(column), 'the order of fields');
    const above = model.parents[column]!;
    ensure(
      above.every((parent, i) => known.has(parent) && (i === 0 || parent > above[i - 1]!)),
      'what a field depends on',
    );
    const own = model.sizes[column]!;
    const rows = above.reduce((cells, parent) => cells * model.sizes[parent]!, 1);
    ensure(own >= 1 && model.conditional[column]!.length === own * rows, 'shares of a field');
    ensure(
      model.conditional[column]!.every((share) => share >= 0 && share <= 1 + 1e-6),
      'shares of a field',
    );
    ensure(merged[column]!.length === sizes[column]!, 'merged codes');
    const met = new Set(merged[column]!);
    ensure(met.size === own && [...met].every((code) => code < own), 'merged codes');
    known.add(column);
  }
}
