import type { NumberColumn } from '../../table/table.ts';
import { type CodedField, codeColumn } from '../codec/field.ts';
import type { NumberCodecOptions } from '../codec/number-codec.ts';
import type { ParentPlaces } from '../model/sequence-core.ts';
import { firstDays, openingBalances } from './entity-columns.ts';
import type { ContextOfEntities } from './entity-context.ts';
import type { FileHistories } from './file-histories.ts';
import type { PlacedField } from './history-fields.ts';

/** Entity fields, one code per entity, and the indexes of the named ones. */
export type EntityFields = { coded: CodedField[]; places: ParentPlaces };

const TRAIT_BINS = 12;

/**
 * Fits the fields of entities: static columns, traits, first day, mean and opening balance, and
 * finally the context of another table.
 *
 * @param traits see `traitColumns`
 * @param lives see `lifeColumns`; empty without recurring payments
 * @param levels see `meanBalances`; null without a running balance
 */
export function fitEntityFields(
  file: FileHistories,
  {
    statics,
    traits,
    countTrait,
    lives,
    levels,
    codecs,
    entityContext,
  }: {
    statics: readonly PlacedField[];
    traits: readonly NumberColumn[];
    /** Index of the trait that is the number of rows; -1 for none. */
    countTrait: number;
    lives: readonly NumberColumn[];
    levels: NumberColumn | null;
    codecs: NumberCodecOptions;
    entityContext: ContextOfEntities | null;
  },
): EntityFields {
  const numbers = [firstDays(file, entityContext?.counted ? entityContext.since : null)];
  if (levels !== null && file.balance !== null)
    numbers.push(levels, openingBalances(file, file.balance));
  const firstDay = statics.length + traits.length;
  return {
    coded: [
      ...statics,
      ...traits.flatMap((column) => codeColumn(column, { ...codecs, bins: TRAIT_BINS })),
      ...numbers.flatMap((column) => codeColumn(column, codecs)),
      ...lives.flatMap((column) => codeColumn(column, codecs)),
      ...(entityContext === null
        ? []
        : entityContext.fields.map((field, f) => ({ field, codes: entityContext.codes[f] }))),
    ],
    places: {
      statics: Int32Array.from(statics, ({ place }) => place),
      firstDay,
      opening: levels === null ? -1 : firstDay + 2,
      level: levels === null ? -1 : firstDay + 1,
      ...(countTrait >= 0 && { rows: statics.length + countTrait }),
    },
  };
}
