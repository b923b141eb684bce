import { findStatement } from '../../mapping/find-statement.ts';
import { payeeRoles } from '../../mapping/payee-roles.ts';
import {
  type DeclaredSequence,
  declaredSequence,
  refuseEntity,
} from '../../table/declared-sequence.ts';
import { findSequence } from '../../table/sequence-shape.ts';
import type { Table } from '../../table/table.ts';
import { type AmountSides, findSides, joinSides } from '../columns/amount-sides.ts';
import { findColumnOrders } from '../columns/column-orders.ts';
import { countedFromDates, type DateLag, findDateLags } from '../columns/date-lags.ts';
import { findLaws } from '../columns/laws/find-laws.ts';
import { type FoundLaw, lessLaws } from '../columns/laws/law.ts';
import { type ColumnPlan, linkToEntity, planColumns } from '../columns/plan-columns.ts';
import { findRareCodes } from '../columns/rare-codes.ts';
import { findRowSides, joinRowSides } from '../columns/row-sides.ts';
import { engineVersion, FitCancelled, FitRefused, type Model } from '../model/model.ts';
import { fitPrivate } from '../private/fit-private.ts';
import { fitSequence } from '../sequence/fit-sequence.ts';
import { checkTable } from './check-table.ts';
import type { FitOptions } from './fit-options.ts';
import { entityOf, fitTable } from './fit-table.ts';
import { CODECS, HISTORIES, minEntities, TABLE_TREES, tableCodec } from './modes.ts';
import { statementOf } from './statement-of.ts';

type Step = (stage: string, done: number, total: number) => void;

/**
 * Learns a table.
 *
 * @param table at least one row and one column; names must differ
 * @returns a model that holds no row of the table; write it with `modelToBytes`
 * @throws FitRefused where nothing can be learned, FitCancelled where the signal said stop
 */
export function fit(table: Table, options: FitOptions): Model {
  checkTable(table, options);
  const step = stepper(options);
  step('profile', 0, 1);
  if (options.mode === 'private') return fitWithPrivacy(table, options, step);
  const declared =
    options.entity === undefined ? null : declare(table, options.entity, options.mode);
  return declared === null
    ? fitFound(table, options, step)
    : fitHistories(declared, planEntity(declared, options, step), options, step);
}

function declare(table: Table, entity: string, mode: FitOptions['mode']): DeclaredSequence {
  const refusal = refuseEntity(table, entity, minEntities(mode));
  if (refusal !== null) throw new FitRefused(refusal);
  return declaredSequence(table, entity);
}

/** Decides for each column whether it is learned. */
const planned = (table: Table, { mode, roles }: FitOptions, step: Step) =>
  planColumns(table, {
    roles,
    threshold: CODECS[mode as LearnedMode].threshold,
    pause: () => step('profile', 0, 1),
  });

type LearnedMode = Exclude<FitOptions['mode'], 'private'>;

/** The declared entity names whose row each is, whatever its name says. */
function planEntity({ table, shape }: DeclaredSequence, options: FitOptions, step: Step) {
  const roles = { ...options.roles, [shape.entity]: 'reference' as const };
  return planned(table, { ...options, roles }, step);
}

/** The plan with codes that are of one entity each made anew, unless somebody says what they are for. */
function withRareCodesMade(
  { table, shape }: DeclaredSequence,
  columns: ColumnPlan[],
  options: FitOptions,
  step: Step,
): ColumnPlan[] {
  const { threshold } = CODECS[options.mode as LearnedMode];
  const rare = findRareCodes(table, areLearned(columns), { entity: shape.entity, threshold });
  if (rare.length === 0) return columns;
  const made = [shape.entity, ...rare].map((name) => [name, 'reference' as const]);
  const roles = { ...Object.fromEntries(made), ...options.roles };
  return planned(table, { ...options, roles }, step);
}

function fitHistories(
  declared: DeclaredSequence,
  plannedFirst: ColumnPlan[],
  options: FitOptions,
  step: Step,
): Model {
  const columns = linkToEntity(
    declared.table,
    withRareCodesMade(declared, plannedFirst, options, step),
    declared.shape.entity,
  );
  const { inFileOrder } = declared;
  const found =
    declared.shape.balance === null ? findSides(declared.table, columns, declared.shape) : null;
  const shape = found?.shape ?? declared.shape;
  const table = found === null ? declared.table : joinSides(declared.table, found.sides);
  const mode = options.mode as LearnedMode;
  step('profile', 1, 1);
  const codecs = CODECS[mode];
  const lags = findDateLags(table, columns, { threshold: codecs.threshold, time: shape.time });
  const { balance } = shape;
  const drawnBy = [shape.entity, shape.time, balance?.column, balance?.amount];
  const taken = new Set(
    table.columns.flatMap(({ name }, i) => (drawnBy.includes(name) ? [i] : [])),
  );
  const laws = findLaws(table, areLearned(columns), {
    threshold: codecs.threshold,
    taken: new Set([...taken, ...lags.map(({ column }) => column)]),
    inHistories: true,
  });
  const head = headOf(table, { mode, columns, lags, laws, taken, sides: found?.sides ?? null });
  const fitted = fitSequence(countedFromDates(lessLaws(table, laws), lags), head, shape, {
    codecs,
    trees: HISTORIES[mode],
    seed: options.seed,
    step,
  });
  step('done', 1, 1);
  if (!inFileOrder) return { ...head, ...fitted, lookups: [] };
  const core = { ...fitted.core, sortedByTime: false };
  return { ...head, ...fitted, core, lookups: [], inFileOrder };
}

const areLearned = (columns: readonly ColumnPlan[]) => columns.map(({ made }) => made === null);

/** Learns histories where the rows show them, else the rows one by one. */
function fitFound(table: Table, options: FitOptions, step: Step): Model {
  const first = planned(table, options, step);
  const mode = options.mode as LearnedMode;
  refuseFewEntities(table, first, mode);
  const found = findSequence(
    table,
    first.map((plan) => plan.role),
  );
  const shape = options.isNamed === true && found?.balance == null ? null : found;
  if (shape !== null) {
    return fitHistories({ table, shape, inFileOrder: false }, first, options, step);
  }
  const named = options.statement === undefined ? findStatement(table) : options.statement;
  const roles = { ...payeeRoles(table, named), ...options.roles };
  const columns = named === null ? first : planned(table, { ...options, roles }, step);
  step('profile', 1, 1);
  const codecs = CODECS[mode];
  const lags = findDateLags(table, columns, { threshold: codecs.threshold, time: null });
  const statement = named === null ? undefined : statementOf(table, columns, named);
  const sides = findRowSides(table, areLearned(columns), statement);
  const joined = sides === null ? table : joinRowSides(table, sides);
  const moved = statement && sides && [{ column: sides.out, factor: 1 as const }];
  const summed = [statement?.balance ?? -1, ...(statement?.movements ?? []).map((m) => m.column)];
  const taken = new Set([...summed, ...(sides === null ? [] : [sides.out, sides.in])]);
  const laws = findLaws(joined, areLearned(columns), {
    threshold: codecs.threshold,
    taken: new Set([...taken, ...lags.flatMap(({ column, from }) => [column, from])]),
    inHistories: false,
  });
  const head = headOf(joined, { mode, columns, lags, laws, taken, sides });
  const fitted = fitTable(countedFromDates(lessLaws(joined, laws), lags), columns, {
    codecs: tableCodec(mode, table.rows),
    trees: TABLE_TREES[mode],
    step,
    apart: statement?.balance,
  });
  step('done', 1, 1);
  const summedUp = statement && { ...statement, ...(moved && { movements: moved }) };
  return { ...head, ...fitted, ...(summedUp && { statement: summedUp }) };
}

/** What a model says of the table besides what is fitted; what was not found in it is left out. */
function headOf(
  table: Table,
  {
    mode,
    columns,
    lags,
    laws,
    taken,
    sides,
  }: {
    mode: LearnedMode;
    columns: ColumnPlan[];
    lags: DateLag[];
    laws: readonly FoundLaw[];
    /** Columns that are in no order with others, as they are drawn by another rule. */
    taken: ReadonlySet<number>;
    sides: AmountSides | null;
  },
) {
  const following = [...lags, ...laws.map(({ law }) => law)].map(({ column }) => column);
  const orders = findColumnOrders(table, areLearned(columns), new Set([...taken, ...following]));
  return {
    engine: engineVersion,
    mode,
    rows: table.rows,
    columns,
    ...(lags.length > 0 && { lags }),
    ...(laws.length > 0 && { laws: laws.map(({ law }) => law) }),
    ...(orders.length > 0 && { orders }),
    ...(sides !== null && { sides }),
  };
}

/** What few entities share is never given out: of a file of few, single values or nothing would be left. */
function refuseFewEntities(table: Table, columns: readonly ColumnPlan[], mode: LearnedMode): void {
  const { count, name } = entityOf(table, columns) ?? { count: Number.POSITIVE_INFINITY, name: '' };
  const needed = minEntities(mode);
  if (count >= needed) return;
  throw new FitRefused(
    `The rows to learn from are of ${count} accounts or customers, by column ${name}. What fewer than ${CODECS[mode].threshold} of them share is never given out, so mode ${mode} needs at least ${needed}. Send a file of more of them, or the rows of one alone; if ${name} names neither, give it the role feature.`,
  );
}

function fitWithPrivacy(table: Table, options: FitOptions, step: Step): Model {
  const { mode, roles = {}, differentialPrivacy } = options;
  if (differentialPrivacy === undefined)
    throw new FitRefused(
      'The private mode needs an epsilon, a delta and a source of random bytes.',
    );
  const fitted = fitPrivate(table, { options: differentialPrivacy, roles, step });
  // The number of rows is the file's secret too: what is kept is what the noisy counts say.
  const rows = Math.max(1, fitted.core.guarantee.noisyPersons);
  return { engine: engineVersion, mode, rows, lookups: [], ...fitted };
}

/** Reports progress and stops where the caller said so. */
function stepper(options: FitOptions): Step {
  return (stage, done, total) => {
    if (options.signal?.aborted) throw new FitCancelled();
    options.progress?.(stage, done, total);
  };
}
