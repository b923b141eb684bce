import { findSequences } from '../../meaning/entity/find-sequence.ts';
import { personalKinds } from '../../meaning/persons/personal-kinds.ts';
import { findStatement, sidesOf } from '../../meaning/statement/find-statement.ts';
import { payeeRoles } from '../../meaning/statement/payee-roles.ts';
import {
  type DeclaredSequence,
  declaredSequence,
  refuseEntity,
} from '../../table/declared-sequence.ts';
import { entityIndex } from '../../table/sequence-shape.ts';
import type { Table } from '../../table/table.ts';
import { movedColumn } from '../columns/amount-sides.ts';
import { withCoarsePlaces } from '../columns/coarse-places.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { withFewerValues } from '../columns/fewer-values.ts';
import { withMadeNames } from '../columns/made-names.ts';
import { findMostlyBelonging } from '../columns/mostly-belonging.ts';
import { linkToEntity, planColumns } from '../columns/plan-columns.ts';
import { findRareCodes } from '../columns/rare-codes.ts';
import { findRowOrder } from '../columns/row-order.ts';
import { engineVersion, FitRefused, type Model } from '../model/model.ts';
import { fitPrivate, type PrivacyCost, privateCost } from '../private/fit-private.ts';
import { areLearned, withoutRules } from '../rules/rules.ts';
import { fitSequence } from '../sequence/fit-sequence.ts';
import { checkTable } from './check-table.ts';
import type { FitOptions } from './fit-options.ts';
import { entityOf, fitTable } from './fit-table.ts';
import { headOf, historiesHead } from './histories-head.ts';
import { CODECS, historySettings, minEntities, TABLE_TREES, tableCodec } from './modes.ts';
import { findRulesAndSides } from './rules-and-sides.ts';
import { statementOf } from './statement-of.ts';
import { type Step, stepperOf } from './stepper.ts';

/**
 * Fits a model of a table.
 *
 * @param table at least one row and one column; column names must be unique
 * @returns a model without any row of the table; write it with `modelToBytes`
 * @throws FitRefused if nothing can be modeled, FitCancelled if the signal is set
 */
export function fit(table: Table, options: FitOptions): Model {
  checkTable(table, options);
  const step = stepperOf(options);
  step('profile', 0, 1);
  if (options.mode === 'private') return fitWithPrivacy(table, options, step);
  const declared =
    options.entity === undefined ? null : declare(table, options.entity, options.mode);
  const model =
    declared === null
      ? fitDetected(table, options, step)
      : fitHistories(declared, planEntity(declared, options, step), options, step);
  return { ...model, columns: withFewerValues(table, model) };
}

function declare(table: Table, entity: string, mode: FitOptions['mode']): DeclaredSequence {
  const refusal = refuseEntity(table, entity, minEntities(mode));
  if (refusal !== null) throw new FitRefused(refusal);
  return declaredSequence(table, entity);
}

function planned(table: Table, { mode, roles, entity, whole }: FitOptions, step: Step) {
  const { threshold } = CODECS[mode as LearnedMode];
  const pause = () => step('profile', 0, 1);
  const plans = planColumns(table, { roles, entity, whole, threshold, pause });
  return withMadeNames(table, plans, { threshold, entity: entityOf(table, plans)?.of ?? null });
}

type LearnedMode = Exclude<FitOptions['mode'], 'private'>;

/** Plans the columns with the declared entity as a reference, whatever its name suggests. */
function planEntity({ table, shape }: DeclaredSequence, options: FitOptions, step: Step) {
  const at = table.columns.findIndex(({ name }) => name === shape.entity);
  if (personalKinds(table)[at] !== null) return planned(table, options, step);
  const roles = { ...options.roles, [shape.entity]: 'reference' as const };
  return planned(table, { ...options, roles }, step);
}

/** Generates single-entity codes, except in columns whose role the user fixed. */
function withRareCodesGenerated(
  { table, shape }: DeclaredSequence,
  columns: ColumnPlan[],
  options: FitOptions,
  step: Step,
): ColumnPlan[] {
  const { threshold } = CODECS[options.mode as LearnedMode];
  const rare = findRareCodes(table, areLearned(columns), { entity: shape.entity, threshold });
  if (rare.length === 0) return columns;
  const at = table.columns.findIndex(({ name }) => name === shape.entity);
  const isPerson = columns[at]!.made?.kind === 'personal';
  const references = [...(isPerson ? [] : [shape.entity]), ...rare];
  const found = references.map((name) => [name, 'reference' as const]);
  const roles = { ...Object.fromEntries(found), ...options.roles };
  return planned(table, { ...options, roles, entity: shape.entity }, step);
}

function fitHistories(
  declared: DeclaredSequence,
  plannedFirst: ColumnPlan[],
  options: FitOptions,
  step: Step,
): Model {
  const columns = linkToEntity(
    declared.table,
    withRareCodesGenerated(declared, plannedFirst, options, step),
    declared.shape.entity,
  );
  const { inFileOrder } = declared;
  const mode = options.mode as LearnedMode;
  step('profile', 1, 1);
  const { head, table, shape } = historiesHead(declared, columns, { mode, choices: options.rules });
  const counted = options.whole?.columns.find(({ name }) => name === shape.entity);
  const column = counted ?? table.columns.find(({ name }) => name === shape.entity)!;
  const { rows } = options.whole ?? table;
  const fitted = fitSequence(table, head, shape, {
    ...historySettings(mode, { entities: entityIndex(column).count, rows }),
    seed: options.seed,
    spread: options.spread,
    step,
    counted,
  });
  step('done', 1, 1);
  if (!inFileOrder) return { ...head, ...fitted, lookups: [] };
  const core = { ...fitted.core, sortedByTime: false };
  return { ...head, ...fitted, core, lookups: [], inFileOrder };
}

function fitDetected(table: Table, options: FitOptions, step: Step): Model {
  const first = planned(table, options, step);
  const mode = options.mode as LearnedMode;
  refuseFewEntities(table, first, mode);
  const detected = findSequences(
    table,
    first.map((plan) => plan.role),
  );
  const isSkipped = options.isNamed === true && detected?.shape.balance == null;
  if (detected !== null && !isSkipped) {
    const columns = detected.inFileOrder ? planEntity(detected, options, step) : first;
    return fitHistories(detected, columns, options, step);
  }
  const mapping = options.statement === undefined ? findStatement(table) : options.statement;
  const roles = { ...payeeRoles(table, mapping), ...options.roles };
  const columns = mapping === null ? first : planned(table, { ...options, roles }, step);
  step('profile', 1, 1);
  const statement = mapping === null ? undefined : statementOf(table, columns, mapping);
  const { threshold } = CODECS[mode];
  const entity = entityOf(table, columns)?.of ?? null;
  const { sides, joined, rules } = findRulesAndSides(table, columns, {
    found: statement && mapping && sidesOf(table, mapping),
    statement,
    threshold,
    entity,
    choices: options.rules,
  });
  const moved = statement && sides && [{ column: movedColumn(sides), factor: 1 as const }];
  const head = headOf(joined, { mode, columns, rules, sides });
  const shown = withCoarsePlaces(withoutRules(joined, rules), columns, { threshold, entity });
  const fitted = fitTable(shown, columns, {
    codecs: tableCodec(mode, table.rows),
    trees: TABLE_TREES[mode],
    spread: options.spread,
    step,
    apart: statement?.balance,
    belongings: head.belongings,
  });
  step('done', 1, 1);
  const summedUp = statement && { ...statement, ...(moved && { movements: moved }) };
  const isModeled = (column: number) => columns[column]!.made === null;
  const mostly = findMostlyBelonging(joined, isModeled, head.belongings);
  const listedBy = statement === undefined ? findRowOrder(table, isModeled) : [];
  return {
    ...head,
    ...fitted,
    ...(summedUp && { statement: summedUp }),
    ...(listedBy.length > 0 && { listedBy }),
    ...(mostly.length > 0 && { mostly }),
  };
}

/** Rejects tables with too few entities: nearly all values would be suppressed. */
function refuseFewEntities(table: Table, columns: readonly ColumnPlan[], mode: LearnedMode): void {
  const { count, name } = entityOf(table, columns) ?? { count: Number.POSITIVE_INFINITY, name: '' };
  const needed = minEntities(mode);
  if (count >= needed) return;
  throw new FitRefused(
    `The training rows contain ${count} accounts or customers (column ${name}). Values shared by fewer than ${CODECS[mode].threshold} of them are suppressed, so mode ${mode} needs at least ${needed}. Use a file with more of them, or the rows of only one. If ${name} identifies neither, give it the role feature.`,
  );
}

function privacyOf({ differentialPrivacy, roles = {} }: FitOptions) {
  if (differentialPrivacy === undefined)
    throw new FitRefused('Mode private needs an epsilon, a delta and a source of random bytes.');
  return { options: differentialPrivacy, roles };
}

/**
 * Returns the privacy budget that fitting the table in mode private spends, before any noise.
 *
 * @throws FitRefused, PrivacyRefused as `fit`
 */
export function costOf(table: Table, options: FitOptions): PrivacyCost {
  checkTable(table, options);
  return privateCost(table, privacyOf(options));
}

function fitWithPrivacy(table: Table, options: FitOptions, step: Step): Model {
  const fitted = fitPrivate(table, { ...privacyOf(options), step });
  // The number of rows is private too: the noisy count is stored.
  const rows = Math.max(1, fitted.core.guarantee.noisyPersons);
  return { engine: engineVersion, mode: options.mode, rows, lookups: [], ...fitted };
}
