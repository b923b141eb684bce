import type { DeclaredSequence } from '../../table/declared-sequence.ts';
import type { NumberColumn, Table } from '../../table/table.ts';
import { type AmountSides, findSides, joinSides } from '../columns/amount-sides.ts';
import { withCoarsePlaces } from '../columns/coarse-places.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { numberingOf } from '../columns/numbering.ts';
import { withOwnerGroups } from '../columns/owner-groups.ts';
import { withSharedTexts } from '../columns/shared-texts.ts';
import { engineVersion, type SynthesisMode } from '../model/model.ts';
import { withSteps } from '../rules/between-rows/monotone.ts';
import { rowsBeforeInFile } from '../rules/between-rows/rows-before.ts';
import { findRules } from '../rules/find-rules.ts';
import type { FoundRules } from '../rules/found-rules.ts';
import { areLearned, type RuleChoices, rulesOf, withoutRules } from '../rules/rules.ts';
import { historySearch, withoutTotals } from './history-search.ts';
import { CODECS } from './modes.ts';

/** Builds a model's properties other than the fitted ones. */
export const headOf = (
  table: Table,
  {
    mode,
    columns,
    rules,
    sides,
  }: { mode: SynthesisMode; columns: ColumnPlan[]; rules: FoundRules; sides: AmountSides | null },
) => ({
  engine: engineVersion,
  mode,
  rows: table.rows,
  columns,
  ...rulesOf(rules),
  ...(sides !== null && { sides }),
});

/**
 * Finds the rules of sequences; returns the table that remains to be fitted, and its shape.
 *
 * @param options.above numbers of each row's parent, which rules may read
 */
export function historiesHead(
  { table: read, shape: asRead, inFileOrder }: DeclaredSequence,
  columns: ColumnPlan[],
  {
    mode,
    choices,
    above = [],
  }: {
    mode: SynthesisMode;
    choices?: RuleChoices | undefined;
    above?: readonly NumberColumn[] | undefined;
  },
) {
  const found = withoutTotals(read, asRead);
  const detected = found.balance === null ? findSides(read, columns, found) : null;
  const shape = detected?.shape ?? found;
  const table = detected === null ? read : joinSides(read, detected.sides);
  const { time } = shape;
  const { threshold } = CODECS[mode];
  const search = historySearch(table, shape, detected !== null);
  const { entity: of } = search;
  const own = table.columns.length;
  const beside: Table = { rows: table.rows, columns: [...table.columns, ...above] };
  const isLearned = [...areLearned(columns), ...above.map(() => true)];
  const owned = withOwnerGroups(table, columns, { entity: of, threshold });
  const foundRules = findRules(beside, isLearned, {
    held: owned.flatMap((plan) => numberingOf(plan)?.groups?.columns ?? []),
    above: above.map((_, i) => own + i),
    threshold,
    ...search,
    choices,
  });
  // The added days of file order follow one another by themselves.
  const isAdded = (column: number) => inFileOrder && table.columns[column]!.name === time;
  const between = foundRules.between.filter(({ column }) => !isAdded(column));
  const rules = { ...foundRules, between };
  const plans = withSharedTexts(table, owned, { fields: [], codes: [], threshold, entity: of });
  const head = {
    ...headOf(table, { mode, columns: plans, rules, sides: detected?.sides ?? null }),
    ...(above.length > 0 && { above: above.map(({ name }, i) => ({ column: own + i, name })) }),
  };
  const left = withSteps(withoutRules(beside, rules), between, {
    ...rowsBeforeInFile(beside, { entity: of, time }),
    dated: beside,
  });
  const shown = withCoarsePlaces({ ...left, columns: left.columns.slice(0, own) }, columns, {
    threshold,
    entity: of,
  });
  return { head, shape, table: shown };
}
