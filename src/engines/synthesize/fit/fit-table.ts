import type { Spread } from '../../spread.ts';
import { entityIndex } from '../../table/sequence-shape.ts';
import type { CategoryColumn, Table } from '../../table/table.ts';
import { encodeField, type Field, fieldValues, fitFields, targetOf } from '../codec/field.ts';
import type { NumberCodecOptions } from '../codec/number-codec.ts';
import {
  belongingsOfMade,
  type MadeBelongings,
  withMadeBelongings,
} from '../columns/belonging-words.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { findLookups } from '../columns/find-lookups.ts';
import { makeOpenWords } from '../columns/made-words.ts';
import { withMissingShares } from '../columns/missing-shares.ts';
import { withPredictedStates } from '../columns/predict-states.ts';
import { withSharedTexts } from '../columns/shared-texts.ts';
import { findCompanions, groupOfCodes } from '../columns/word-companions.ts';
import type { Model } from '../model/model.ts';
import type { Belonging } from '../rules/belonging.ts';
import type { TreeOptions } from '../trees/tree.ts';
import { fitTreesCore } from '../trees/trees.ts';

/** Minimum persons by which values are counted. */
const MIN_PERSONS = 50;

type TableFitOptions = {
  codecs: NumberCodecOptions;
  trees: TreeOptions;
  step: (stage: string, done: number, total: number) => void;
  /** Column derived from others after sampling. */
  apart?: number | undefined;
  spread?: Spread | undefined;
  /** Words that belong to others, to which made words are added. */
  belongings?: readonly Belonging[] | undefined;
};

export function fitTable(
  table: Table,
  columns: readonly ColumnPlan[],
  { codecs, trees, step, apart, spread, belongings = [] }: TableFitOptions,
): Pick<Model, 'columns' | 'columnFields' | 'fields' | 'lookups' | 'core' | 'belongings'> {
  const entity = entityOf(table, columns)?.of ?? null;
  const categoryColumns = table.columns.filter(
    (column, i): column is CategoryColumn => column.kind === 'category' && columns[i].made === null,
  );
  const heldBy = { threshold: codecs.threshold, entity };
  const fields: Field[] = [];
  const codes: Uint8Array[] = [];
  const kin: (Int32Array | undefined)[] = [];
  const values: (Float64Array | null)[] = [];
  const columnFields: number[][] = [];
  const madeBelongings: MadeBelongings[] = [];
  table.columns.forEach((column, i) => {
    step('codes', i, table.columns.length);
    const own: number[] = [];
    if (columns[i].made === null && i !== apart) {
      const grouped =
        column.kind === 'category' ? findCompanions(column, categoryColumns, heldBy) : null;
      const made =
        column.kind === 'category' && grouped === null ? makeOpenWords(column, heldBy) : null;
      if (grouped !== null && grouped.made !== null)
        madeBelongings.push(
          belongingsOfMade(grouped.made, {
            of: i,
            column: table.columns.indexOf(grouped.other),
            values: grouped.other.dictionary,
          }),
        );
      const shown = grouped?.column ?? made?.column ?? column;
      const options = {
        ...codecs,
        companions: grouped?.companions ?? null,
        made: (grouped?.made ?? made)?.start ?? null,
      };
      for (const field of fitFields(shown, options, entity)) {
        own.push(fields.length);
        fields.push(field);
        codes.push(encodeField(field, shown));
        kin.push(
          grouped && field.codec.kind === 'category'
            ? groupOfCodes(field.codec, grouped)
            : undefined,
        );
        values.push(fieldValues(field, column));
      }
    }
    columnFields.push(own);
  });
  const lookups = findLookups(codes, fields);
  const followed = new Set(lookups.map((lookup) => lookup.field));
  const learned = fields.map((_, f) => f).filter((f) => !followed.has(f));
  const targets = learned.map((f) => ({
    ...targetOf({ field: fields[f], codes: codes[f] }),
    kin: kin[f],
  }));
  const core = fitTreesCore(targets, {
    values: learned.map((f) => values[f]),
    options: trees,
    withSums: true,
    spread,
    step: (done, total) => step('model', done, total),
  });
  const withStates = withPredictedStates(table, columns, { fields, codes, ...heldBy });
  const withTexts = withSharedTexts(table, withStates, { fields, codes, ...heldBy });
  const plannedColumns = withMissingShares(table, withTexts, { fields, codes, ...heldBy });
  return {
    columns: plannedColumns,
    columnFields,
    fields,
    lookups,
    core,
    ...(madeBelongings.length > 0 && {
      belongings: withMadeBelongings(belongings, madeBelongings),
    }),
  };
}

/**
 * Returns each row's entity by the reference or person column with the most entities; null for fewer
 * than two.
 */
export function entityOf(
  table: Table,
  plans: readonly ColumnPlan[],
): { of: Int32Array; count: number; name: string } | null {
  let best: { of: Int32Array; count: number; name: string } | null = null;
  plans.forEach((plan, i) => {
    const isPerson = plan.made?.kind === 'personal' && plan.made.identity?.parent === -1;
    if (plan.role !== 'reference' && !isPerson) return;
    const index = entityIndex(table.columns[i]);
    // A few clerks are no population: their customers are counted by row.
    if (isPerson && index.count < MIN_PERSONS) return;
    if (!index.of.includes(-1) && index.count > (best?.count ?? 1))
      best = { ...index, name: plan.layout.name };
  });
  return best;
}
