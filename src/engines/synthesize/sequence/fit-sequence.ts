import { inTurn, type Spread } from '../../spread.ts';
import { entityIndex, type SequenceShape } from '../../table/sequence-shape.ts';
import type { Column, Table } from '../../table/table.ts';
import type { Field } from '../codec/field.ts';
import { fitNumberCodec } from '../codec/fit-number-codec.ts';
import type { NumberCodec, NumberCodecOptions } from '../codec/number-codec.ts';
import { withMadeBelongings } from '../columns/belonging-words.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { numberingOf } from '../columns/numbering.ts';
import type { Model } from '../model/model.ts';
import type { ParentPlaces, SequenceCore } from '../model/sequence-core.ts';
import type { Belonging } from '../rules/belonging.ts';
import type { TreeOptions } from '../trees/tree.ts';
import { assembleCore } from './assemble-core.ts';
import { COUNT_TRAIT, meanBalances, traitColumns } from './entity-columns.ts';
import {
  type ContextOfEntities,
  contextOfEntities,
  type EntityContext,
  fitEntityTrees,
  trialEntities,
} from './entity-context.ts';
import { fitEntityFields } from './entity-fields.ts';
import { type FileHistories, gapsOf, readHistories } from './file-histories.ts';
import { findKinds, type Kinds } from './find-kinds.ts';
import { fitBalanceAcceptance } from './fit-balance-acceptance.ts';
import { fitContinuation } from './fit-continuation.ts';
import { fitRowTrees } from './fit-row-trees.ts';
import { trackedKinds } from './history-facts.ts';
import { fitHistoryFields, type PlacedField } from './history-fields.ts';
import { fitKindAmounts } from './kind-amounts.ts';
import { withMissingOfRows } from './missing-of-rows.ts';
import { chooseStreams, gapsBeside, lifeColumns, livesOf } from './recurring/choose-streams.ts';
import { findStreams, paymentWords } from './recurring/find-streams.ts';
import { fitRecurring } from './recurring/fit-recurring.ts';
import { slotLayout } from './row-state.ts';

export type SequenceFit = {
  fields: Field[];
  columnFields: number[][];
  core: SequenceCore;
  /** Columns of the model, with missing values of generated ones by a field of their row. */
  columns: ColumnPlan[];
  /** Belongings of the model, with those of made words. */
  belongings?: Belonging[];
};

export type SequenceFitOptions = {
  codecs: NumberCodecOptions;
  trees: TreeOptions;
  seed: bigint;
  step: (stage: string, done: number, total: number) => void;
  /** Entities of the rows before the holdout; default those of the table. */
  counted?: Column | undefined;
  spread?: Spread | undefined;
};

/**
 * Fits a model of sequences: the entities as one table, then each row from the entity's fields and
 * past.
 *
 * @param head the model's known properties; generated columns have no fields
 * @param shape the columns of entity, time, amount and balance
 * @param context fields known before sampling; they are the last of the entities' fields
 */
export function fitSequence(
  table: Table,
  head: Pick<Model, 'engine' | 'mode' | 'rows' | 'columns' | 'belongings'>,
  shape: SequenceShape,
  { codecs, trees, seed, step, spread = inTurn, counted }: SequenceFitOptions,
  context: EntityContext | null = null,
): SequenceFit {
  const file = readHistories(table, { plans: head.columns, shape, threshold: codecs.threshold });
  step('codes', 0, 1);
  const { belongings = [] } = head;
  const { fields, columnFields, isStatic, ofEntities, ofRows, madeBelongings } = fitHistoryFields(
    table,
    { plans: head.columns, file, codecs, belongings },
  );
  const kinds = findKinds(ofRows, file.entity, codecs.threshold);
  const tracked = trackedKinds(kinds.of, kinds.count);
  const rows = besideKinds(ofRows, kinds, file.places.amount);
  const amount = rows[0]?.column === file.places.amount ? file.amount : null;
  const levels = file.balance === null ? null : meanBalances(file, file.balance);
  const chosen =
    amount === null
      ? null
      : chooseStreams(
          findStreams(file, { kinds: kinds.of, words: paymentWords(table, file) }),
          file.days.length,
          codecs.threshold,
        );
  const lives = livesOf(file);
  const entityContext = context === null ? null : contextOfEntities(context, file);
  // Recurring payments end with their entity's life, which sets the length of its rows.
  const isCounted =
    chosen === null && numberingOf(head.columns[file.places.entity])?.rows !== undefined;
  const traits = traitColumns(file, { kinds: kinds.of, tracked, hasCounts: isCounted });
  const { coded, places } = fitEntityFields(file, {
    statics: ofEntities,
    traits,
    countTrait: traits.findIndex(({ name }) => name === COUNT_TRAIT),
    lives: chosen === null ? [] : lifeColumns(lives.days, chosen),
    levels,
    codecs,
    entityContext,
  });
  const parentFields = coded.map(({ field }) => field);

  const { entity } = file;
  const rowContext = {
    kindCount: kinds.count,
    tracked,
    gap: fitGaps(file, chosen === null ? gapsOf(file) : gapsBeside(file, chosen.of), codecs),
    balance: file.balance === null ? null : fitNumberCodec({ ...file.balance, entity }, codecs),
    rowFields: rows.map(({ field }) => field),
    entityFields: parentFields,
  };
  const parent = fitEntityTrees(coded, {
    conditionCount: entityContext?.fields.length ?? null,
    options: trees,
    spread,
    step: (done, total) => step('entities', done, total),
  });
  const slots = slotLayout(rowContext);
  const grown = fitRowTrees(
    {
      file,
      rowContext,
      slots,
      kinds: kinds.of,
      rows,
      entities: coded.map(({ codes }) => codes),
      amounts: amount?.values ?? null,
      levels: levels?.values ?? null,
      chosen,
    },
    trees,
    { step, spread },
  );
  const core = assembleCore({
    file,
    threshold: codecs.threshold,
    isStatic,
    parentFields,
    parent,
    places,
    kinds,
    kindPlaces: Int32Array.from(kinds.fields, (f) => ofRows[f].place),
    rows,
    amountKnown: amount !== null,
    rowContext,
    slots,
    trees: grown,
  });
  if (counted !== undefined) core.meanRows = meanRowsOf(counted);
  if (amount !== null)
    core.kindAmounts = fitKindAmounts(amount, { kinds, entity }, codecs.threshold);
  if (chosen !== null) {
    const own = [file.places.entity, file.places.time, file.places.amount, file.places.balance];
    core.recurring = fitRecurring(
      {
        table,
        file,
        chosen,
        entities: coded,
        place: lifePlace(places, levels !== null),
        fromStart: lives.fromStart,
        excluded: (i) =>
          own.includes(i) || isStatic[i] === 1 || head.columns[i].made?.kind === 'key',
      },
      { codecs, trees, step: () => step('recurring payments', 0, 1) },
    );
  }
  if (isCounted) core.redrawsLate = true;
  const columns = withMissingOfRows(table, head.columns, {
    file,
    ofRows,
    isStatic,
    threshold: codecs.threshold,
  });
  const fit = {
    fields,
    columnFields,
    core,
    columns,
    ...(madeBelongings.length > 0 && {
      belongings: withMadeBelongings(belongings, madeBelongings),
    }),
  };
  fitTrials(fit, {
    head,
    file,
    seed,
    step,
    spread,
    entityContext,
    balanceCodes:
      levels === null || amount === null
        ? null
        : { levels, amount: rows[0].codes, kinds: kinds.of },
  });
  return fit;
}

/** Returns the rows per entity of a column, without missing values. */
function meanRowsOf(column: Column): number {
  const { of, count } = entityIndex(column);
  return of.filter((entity) => entity >= 0).length / Math.max(1, count);
}

/** Returns the place of the first of the lives' fields, which follow those of balances. */
const lifePlace = ({ firstDay }: ParentPlaces, hasBalance: boolean): number =>
  firstDay + (hasBalance ? 3 : 1);

type Trials = Pick<SequenceFitOptions, 'seed' | 'step'> & {
  spread: Spread;
  head: Pick<Model, 'engine' | 'mode' | 'rows' | 'columns'>;
  file: FileHistories;
  entityContext: ContextOfEntities | null;
  /** Mean balances of entities and codes of amounts, for files with a running balance. */
  balanceCodes: {
    levels: NonNullable<ReturnType<typeof meanBalances>>;
    amount: PlacedField['codes'];
    kinds: Uint8Array;
  } | null;
};

/** Fits the parameters that need trial samples: balance acceptance and sequence length. */
function fitTrials(
  { fields, columnFields, core }: SequenceFit,
  { head, file, seed, step, spread, entityContext, balanceCodes }: Trials,
): void {
  const model = { ...head, fields, columnFields, core, lookups: [] };
  const entitiesOf = trialEntities(core, entityContext, seed);
  if (file.balance !== null && balanceCodes !== null) {
    const pause = () => step('balances', 0, 1);
    pause();
    fitBalanceAcceptance(model, {
      core,
      file: {
        balances: file.balance.values,
        entity: file.entity,
        levels: balanceCodes.levels.values,
        amountCodes: balanceCodes.amount,
        kinds: balanceCodes.kinds,
      },
      seed,
      pause,
      spread,
      entitiesOf,
    });
  }
  if (entityContext === null && core.redrawsLate !== true) return;
  const pause = () => step('lengths', 0, 1);
  const continuation = fitContinuation(model, {
    core,
    start: file.start,
    seed,
    pause,
    spread,
    entitiesOf,
  });
  if (continuation > 0) core.goesOn = continuation;
}

/** Fits the codec of days between rows; an entity's first row has none. */
function fitGaps(file: FileHistories, gaps: Float64Array, codecs: NumberCodecOptions): NumberCodec {
  const rows = Int32Array.from(gaps.keys()).filter((row) => !Number.isNaN(gaps[row]));
  const values = Float64Array.from(rows, (row) => gaps[row]);
  const entity = rows.map((row) => file.entity[row]);
  return fitNumberCodec({ values, decimals: 0, entity }, codecs);
}

/** Returns the rows' fields that their kinds do not fix, the amount first. */
function besideKinds(
  ofRows: readonly PlacedField[],
  kinds: Kinds,
  amountColumn: number,
): PlacedField[] {
  const fixed = new Set(kinds.fields);
  const isAmount = ({ column }: PlacedField) => Number(column === amountColumn);
  return ofRows.filter((_, f) => !fixed.has(f)).sort((a, b) => isAmount(b) - isAmount(a));
}
