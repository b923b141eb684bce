import type { Table } from '../../table/table.ts';
import { type AmountSides, columnsOfSides, joinSides } from '../columns/amount-sides.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';
import { numberingOf } from '../columns/numbering.ts';
import { findRowSides, joinRowSides } from '../columns/row-sides.ts';
import type { Statement } from '../model/statement.ts';
import { sourcesOfDerived } from '../rules/derived/derived-column.ts';
import { findRules } from '../rules/find-rules.ts';
import type { FoundRules } from '../rules/found-rules.ts';
import { sourcesOf } from '../rules/laws/law.ts';
import { areLearned, type RuleChoices } from '../rules/rules.ts';

/**
 * Finds the rules of independent rows, and two columns of which each row fills one as debits and
 * credits. Columns that a formula of all rows reads are none: fees and payments of a balance.
 *
 * @param found sides that a statement's roles name
 * @returns the table with joined sides
 */
export function findRulesAndSides(
  table: Table,
  columns: readonly ColumnPlan[],
  {
    found,
    statement,
    threshold,
    entity,
    choices,
  }: {
    found: AmountSides | null | undefined;
    statement: Statement | undefined;
    threshold: number;
    entity: Int32Array | null;
    choices: RuleChoices | undefined;
  },
): { sides: AmountSides | null; joined: Table; rules: FoundRules } {
  const isLearned = areLearned(columns);
  const apart = [
    statement?.balance ?? -1,
    ...(statement?.movements ?? []).map(({ column }) => column),
  ];
  const held = columns.flatMap((plan) => numberingOf(plan)?.attributes ?? []);
  const search = (of: Table, more: readonly number[]) =>
    findRules(of, isLearned, {
      threshold,
      time: null,
      excluded: new Set([...apart, ...more]),
      held,
      inHistories: false,
      entity,
      choices,
    });
  const sides = found ?? findRowSides(table, isLearned, statement);
  if (sides === null) return { sides, joined: table, rules: search(table, []) };
  const own = columnsOfSides(sides);
  if (statement === undefined) {
    const rules = search(table, []);
    const tied = [
      ...rules.laws.map(({ law }) => [law.column, ...sourcesOf(law)]),
      ...rules.derived
        .filter(({ cases }) => cases.some(({ where }) => where.length === 0))
        .map((each) => [each.column, ...sourcesOfDerived(each)]),
    ];
    if (tied.flat().some((column) => own.includes(column)))
      return { sides: null, joined: table, rules };
  }
  const joined = sides.kind === 'columns' ? joinRowSides(table, sides) : joinSides(table, sides);
  return { sides, joined, rules: search(joined, own) };
}
