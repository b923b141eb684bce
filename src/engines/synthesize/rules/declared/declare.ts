import type { Table } from '../../../table/table.ts';
import type { ColumnOrder } from '../column-orders.ts';
import { reads } from '../dependencies.ts';
import {
  caseOfRows,
  type DerivedColumn,
  keeperOf,
  sourcesOfDerived,
} from '../derived/derived-column.ts';
import { derivedSentences } from '../derived/derived-sentence.ts';
import { parseRule } from './parse-rule.ts';
import { RuleRefused } from './scanner.ts';

export type Declared = { derived: DerivedColumn[]; orders: ColumnOrder[] };

/** Rejects rules over generated columns, and columns that follow from themselves. */
function checkSources(
  { derived, orders }: Declared,
  table: Table,
  isLearned: readonly boolean[],
): void {
  const sources = new Map(derived.map((own) => [own.column, sourcesOfDerived(own)]));
  const used = [...[...sources].flat(2), ...orders.flatMap(({ low, high }) => [low, high])];
  const made = used.find((column) => isLearned[column] !== true);
  if (made !== undefined)
    throw new RuleRefused(
      `Column ${table.columns[made]!.name} is generated, or orders or adds up the rows, so no declared rule can use it.`,
    );
  for (const [column, own] of sources)
    if (
      own.some((source) =>
        reads(new Map([...sources].filter(([c]) => c !== column)), source, column),
      )
    )
      throw new RuleRefused(
        `The declared rules derive ${table.columns[column]!.name} from itself.`,
      );
  const kindOf = (column: number) => table.columns[column]!.kind;
  for (const { column, cases } of derived)
    for (const { formula, high } of cases) {
      const numbers = [
        ...(formula.kind === 'later' || formula.kind === 'between'
          ? []
          : sourcesOfDerived({ column, decimals: 0, cases: [{ where: [], formula, share: 1 }] })),
        ...(high !== undefined && 'column' in high ? [high.column] : []),
      ];
      const other = numbers.find((source) => kindOf(source) !== 'number');
      if (other !== undefined)
        throw new RuleRefused(
          `Column ${table.columns[other]!.name} holds no numbers to compute with.`,
        );
    }
}

/**
 * Parses declared rules; those of one column become one list, of which a row follows the first that
 * is about it.
 *
 * @throws RuleRefused
 */
export function declareRules(
  rules: readonly string[],
  table: Table,
  isLearned: readonly boolean[],
): Declared {
  const parsed = rules.map((text) => parseRule(text, table.columns));
  const cases = parsed.filter((own) => own.kind === 'case');
  const derived = [...Map.groupBy(cases, ({ column }) => column)].map(([column, own]) => {
    const { kind } = table.columns[column]!;
    const decimals =
      kind === 'number' ? (table.columns[column] as { decimals: number }).decimals : 0;
    return { column, decimals, cases: own.map(({ rule }) => rule) };
  });
  const orders = parsed.flatMap((own) => (own.kind === 'order' ? [own.order] : []));
  checkSources({ derived, orders }, table, isLearned);
  return { derived, orders };
}

/** Returns how many rows of a table each declared formula is about, and the share that keeps it. */
export function declaredShares(
  rules: readonly string[],
  table: Table,
): { sentence: string; rows: number; share: number }[] {
  const { derived } = declareRules(
    rules,
    table,
    table.columns.map(() => true),
  );
  const nameOf = (column: number) => table.columns[column]!.name;
  return derived.flatMap((own) => {
    const of = caseOfRows(own, table);
    const sentences = derivedSentences(own, nameOf);
    return own.cases.map((rule, i) => {
      const keeps = keeperOf(rule, { table, column: own.column, decimals: own.decimals });
      const rows = [...of.keys()].filter((row) => of[row] === i);
      const kept = rows.filter(keeps).length;
      return {
        sentence: sentences[i]!,
        rows: rows.length,
        share: rows.length === 0 ? 0 : kept / rows.length,
      };
    });
  });
}
