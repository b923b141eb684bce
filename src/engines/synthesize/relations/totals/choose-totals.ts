import type { NumberColumn, Table } from '../../../table/table.ts';
import type { RuleShare } from '../../rules/declared/declare.ts';
import { parseConditions } from '../../rules/declared/parse-rule.ts';
import { RuleRefused, scannerOf } from '../../rules/declared/scanner.ts';
import { rowsMeeting } from '../../rules/derived/condition.ts';
import type { RuleChoices } from '../../rules/rules.ts';
import { primaryRelation } from '../fit/primary-relation.ts';
import { parentRows, type Relation, type Tables } from '../relation.ts';
import { areApart, type Total, totalSentence } from './total.ts';

const SUM = ' = sum of ';

const isTotal = (sentence: string): boolean => sentence.includes(SUM);

/** Separates a user's rules about sums over a parent's rows from those about rows alone. */
export function splitChoices(choices: RuleChoices = {}): {
  totals: RuleChoices;
  others: RuleChoices;
} {
  const { declared = [], rejected = [] } = choices;
  const part = (wanted: boolean): RuleChoices => ({
    ...choices,
    declared: declared.filter((own) => isTotal(own) === wanted),
    rejected: rejected.filter((own) => isTotal(own) === wanted),
  });
  return { totals: part(true), others: part(false) };
}

/** Returns the number columns of a table among those of its rows' context. */
export const numbersOf = ({ columns }: Table, parent: string): NumberColumn[] =>
  columns.flatMap((column) =>
    column.kind === 'number' && column.name.startsWith(`${parent}.`) ? [column] : [],
  );

type ChildRows = { table: Table; of: Int32Array };
type Declared = Total & { parents: number; kept: number };

function amountFrom({ columns }: Table, column: number | null): NumberColumn | null {
  const own = column === null ? undefined : columns[column];
  return own?.kind === 'number' ? own : null;
}

/**
 * Parses `claims.paid = sum of amount where kind is payment`, and counts the parents with such rows
 * and those that keep it.
 *
 * @param above number columns of the parent, by their names with the table's
 * @throws RuleRefused
 */
function declareTotal(
  sentence: string,
  { table, of }: ChildRows,
  above: readonly NumberColumn[],
): Declared {
  const at = sentence.indexOf(SUM);
  const parent = above.find(({ name }) => name === sentence.slice(0, at));
  if (parent === undefined)
    throw new RuleRefused(
      `Rule "${sentence}": expected a number column of the parent (${above.map(({ name }) => name).join(', ') || 'it has none'}) before "=".`,
    );
  const scanner = scannerOf(sentence.slice(at + SUM.length), table.columns);
  const column = scanner.column();
  const own = amountFrom(table, column);
  if (column === null || own === null) throw scanner.error('expected a number column of the table');
  const [condition, ...further] = parseConditions(scanner, table.columns);
  if (further.length > 0 || (condition !== undefined && !('words' in condition)))
    throw scanner.error('expected one column with its words');
  if ([own, parent].some(({ values }) => values.some(Number.isNaN)))
    throw new RuleRefused(`Rule "${sentence}": one of its columns has missing values.`);
  if (parent.decimals > own.decimals)
    throw new RuleRefused(`Rule "${sentence}": ${parent.name} has more decimals than its parts.`);
  const counted = rowsMeeting(condition === undefined ? [] : [condition], table);
  const scale = 10 ** own.decimals;
  const sums = new Map<number, number>();
  of.forEach((row, i) => {
    const units = Math.round(own.values[i]! * scale);
    if (row >= 0 && counted[i] === 1 && units !== 0) sums.set(row, (sums.get(row) ?? 0) + units);
  });
  const totals = [...sums].map(([row, sum]) => [Math.round(parent.values[row]! * scale), sum]);
  return {
    column,
    above: parent.name,
    where: condition === undefined ? null : { column: condition.column, words: condition.words },
    cancelsOut: totals.some(([total]) => total === 0),
    share: 1,
    parents: totals.length,
    kept: totals.filter(([total, sum]) => total === sum).length,
  };
}

/**
 * Returns declared sums before found ones, without those that are rejected or that share rows with
 * a declared one.
 *
 * @param isFree for each column, true if nothing else derives it
 * @throws RuleRefused if a declared sum can't be held, or a rejected one is not found
 */
export function chooseTotals(
  found: readonly Total[],
  { declared = [], rejected = [], areFromOtherRows = false }: RuleChoices,
  {
    rows,
    above,
    isFree,
  }: { rows: ChildRows; above: readonly NumberColumn[]; isFree: (column: number) => boolean },
): Total[] {
  const { columns } = rows.table;
  const nameOf = (column: number) => columns[column]!.name;
  const own = declared.map((sentence) => {
    const { parents: _, kept: __, ...total } = declareTotal(sentence, rows, above);
    if (!isFree(total.column))
      throw new RuleRefused(
        `Rule "${sentence}": ${nameOf(total.column)} is generated or follows from another rule.`,
      );
    return total;
  });
  const repeated = own.find((total, i) => own.slice(0, i).some((other) => !areApart(other, total)));
  if (repeated !== undefined)
    throw new RuleRefused(`Two declared sums add up the same ${nameOf(repeated.column)}.`);
  const sentences = found.map((total) => totalSentence({ ...total, share: 1 }, nameOf));
  const missing = rejected.find((text) => !sentences.some((sentence) => text.startsWith(sentence)));
  if (missing !== undefined && !areFromOtherRows)
    throw new RuleRefused(
      `No rule "${missing}" was found, so it cannot be rejected. Found: ${sentences.join('; ') || 'none'}.`,
    );
  const isKept = (total: Total, i: number) =>
    !rejected.some((text) => text.startsWith(sentences[i]!)) &&
    own.every((other) => other.above !== total.above && areApart(other, total));
  return [...own, ...found.filter(isKept)];
}

/**
 * Returns, for each declared sum over a table's rows, the parents with such rows and the share of
 * them that keeps it.
 *
 * @throws RuleRefused
 */
export function declaredTotalShares(
  name: string,
  sentences: readonly string[],
  { tables, relations }: { tables: Tables; relations: readonly Relation[] },
): RuleShare[] {
  const relation = relations[primaryRelation(name, tables, relations)];
  if (relation === undefined) return [];
  const rows = { table: tables[name]!, of: parentRows(tables, relation) };
  const above = tables[relation.parent]!.columns.flatMap((column) =>
    column.kind === 'number' ? [{ ...column, name: `${relation.parent}.${column.name}` }] : [],
  );
  return sentences.map((sentence) => {
    const { parents, kept } = declareTotal(sentence, rows, above);
    return { sentence, rows: parents, share: parents === 0 ? 0 : kept / parents };
  });
}
