import type { NumberColumn, Table } from '../../../table/table.ts';
import { type ColumnOrder, orderSentence } from '../column-orders.ts';
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

/** Rows that a declared rule is about, and the share of them that keeps it. */
export type RuleShare = { sentence: string; rows: number; share: number };

function orderShare({ low, high }: ColumnOrder, { columns }: Table): RuleShare {
  const [below, above] = [columns[low], columns[high]] as [NumberColumn, NumberColumn];
  let [rows, kept] = [0, 0];
  below.values.forEach((value, row) => {
    if (Number.isNaN(value + above.values[row]!)) return;
    rows++;
    if (value <= above.values[row]!) kept++;
  });
  const sentence = orderSentence({ low, high }, { columns });
  return { sentence, rows, share: rows === 0 ? 0 : kept / rows };
}

/**
 * Returns how many rows of a table each declared rule is about, and the share that keeps it.
 *
 * @param isLearned for each column, true if its values are modeled
 * @throws RuleRefused
 */
export function declaredShares(
  rules: readonly string[],
  table: Table,
  isLearned: readonly boolean[] = table.columns.map(() => true),
): RuleShare[] {
  const { derived, orders } = declareRules(rules, table, isLearned);
  const nameOf = (column: number) => table.columns[column]!.name;
  const formulas = derived.flatMap((own) => {
    const of = caseOfRows(own, table);
    const sentences = derivedSentences(own, nameOf);
    return own.cases.map((rule, i): RuleShare => {
      const keeps = keeperOf(rule, { table, column: own.column, decimals: own.decimals });
      const rows = [...of.keys()].filter((row) => of[row] === i);
      const share = rows.length === 0 ? 0 : rows.filter(keeps).length / rows.length;
      return { sentence: sentences[i]!, rows: rows.length, share };
    });
  });
  return [...formulas, ...orders.map((order) => orderShare(order, table))];
}

/** Returns true if a rule can be declared as it is printed. */
export function isDeclarable(sentence: string, { columns }: Pick<Table, 'columns'>): boolean {
  try {
    parseRule(sentence, columns);
    return true;
  } catch (error) {
    if (error instanceof RuleRefused) return false;
    throw error;
  }
}
