import { amountText } from '../laws/law-sentence.ts';
import { conditionText } from './condition.ts';
import type { Case, DerivedColumn } from './derived-column.ts';
import { type Formula, isAmount } from './formula.ts';

type NameOf = (column: number) => string;

function formulaText(formula: Formula, nameOf: NameOf): string {
  if (isAmount(formula)) return amountText(formula, nameOf);
  if (formula.kind === 'constant') return String(formula.value);
  if (formula.kind === 'between')
    return `${formula.unit ?? 'days'} from ${nameOf(formula.from)} to ${nameOf(formula.until)}`;
  return '';
}

function boundedText({ formula, low, high }: Case, nameOf: NameOf): string {
  const text = formulaText(formula, nameOf);
  const above = low === undefined ? text : `max(${low}, ${text})`;
  if (high === undefined) return above;
  return `min(${above}, ${'value' in high ? high.value : nameOf(high.column)})`;
}

function monthsText(steps: number | { column: number }, nameOf: NameOf): string {
  if (steps === 0) return ' of';
  if (typeof steps === 'number') return `, ${steps} ${steps === 1 ? 'month' : 'months'} after`;
  return `, ${nameOf(steps.column)} months after`;
}

function caseText(own: string, rule: Case, nameOf: NameOf): string {
  const { formula } = rule;
  if (formula.kind === 'empty') return `${own} is empty`;
  if (formula.kind !== 'later') return `${own} = ${boundedText(rule, nameOf)}`;
  const { from, unit, steps } = formula;
  if (steps === 0 && !unit.startsWith('month ')) return `${own} is ${nameOf(from)}`;
  const edge = unit === 'month starts' ? 'first' : unit === 'month ends' ? 'last' : null;
  if (edge !== null)
    return `${own} is the ${edge} of the month${monthsText(steps, nameOf)} ${nameOf(from)}`;
  const count = typeof steps === 'number' ? String(steps) : nameOf(steps.column);
  const units = steps === 1 ? unit.slice(0, -1) : unit;
  return `${own} is ${count} ${units} after ${nameOf(from)}`;
}

/** Returns one sentence for each case: `paid = max(0, claimed − deductible) where status is closed`. */
export const derivedSentences = ({ column, cases }: DerivedColumn, nameOf: NameOf): string[] =>
  cases.map((rule) => caseText(nameOf(column), rule, nameOf) + conditionText(rule.where, nameOf));
