import { sourcesOf } from '../../rules/laws/law.ts';
import type { Rules } from '../../rules/rules.ts';
import { describedBy, type HistoryRows, type SiblingRows } from '../tables-model.ts';

/** Finds the columns that rules or a running balance compute or read; totals don't change them. */
export function boundByRules(made: HistoryRows | SiblingRows): (column: number) => boolean {
  const { laws = [], derived = [], sides }: Rules = describedBy({ made });
  const core = made.kind === 'histories' ? made.model.core : null;
  if (sides !== undefined || (core?.kind === 'sequence' && core.balanceColumn >= 0))
    return () => true;
  const whole = derived.filter(({ cases }) => cases.some(({ where }) => where.length === 0));
  const bound = new Set([
    ...whole.map(({ column }) => column),
    ...laws.flatMap((law) => [law.column, ...sourcesOf(law)]),
  ]);
  return (column) => bound.has(column);
}
