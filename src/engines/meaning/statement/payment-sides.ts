import { type AmountSides, twoColumns } from '../../synthesize/columns/amount-sides.ts';
import type { Column, NumberColumn, Table } from '../../table/table.ts';
import { directionPair, isDirection } from '../bank/direction.ts';
import { matchHeader } from '../headers/match-header.ts';
import { type StatementShape, sidesOf } from './find-statement.ts';
import { completeOneAnother } from './money-roles.ts';

const SURE = 0.8;

/** Returns a test of columns whose header names a role. */
export const isNamed =
  (role: string, kind: Column['kind'] = 'category', least = SURE) =>
  (column: Column) =>
    column.kind === kind &&
    matchHeader(column.name).some((match) => match.role === role && match.share > least);

/** Returns debits and credits as the statement's balance shows them, else by their headers. */
export function sidesIn(table: Table, statement: StatementShape | null): AmountSides | null {
  if (statement !== null && statement.movements.length < 2) return sidesOf(table, statement);
  const placeOf = (name: string | undefined) => table.columns.findIndex((own) => own.name === name);
  const [first, second] = statement?.movements ?? [];
  const [out, into] =
    first === undefined
      ? (['debit', 'credit'] as const).map((role) =>
          table.columns.findIndex(isNamed(role, 'number')),
        )
      : (first.factor < 0 ? [first, second] : [second, first]).map((own) => placeOf(own?.column));
  const numberAt = (place: number) => table.columns[place] as NumberColumn;
  if (out! >= 0 && into! >= 0 && completeOneAnother(numberAt(out!), numberAt(into!)))
    return twoColumns(table, out!, into!);
  const amount = table.columns.findIndex(isNamed('amount', 'number', 0));
  const direction = table.columns.findIndex(isNamed('direction'));
  const markers = table.columns[direction];
  if (amount < 0 || markers?.kind !== 'category' || markers.codes.includes(-1)) return null;
  if (!isDirection(markers.dictionary) || markers.dictionary.length !== 2) return null;
  if (numberAt(amount).values.some((value) => value < 0)) return null;
  const [debit] = directionPair(markers.dictionary)!;
  const isOut = (word: string) => word.toLowerCase() === debit;
  const [outWord, inWord] = [
    markers.dictionary.find(isOut)!,
    markers.dictionary.find((w) => !isOut(w)),
  ];
  return inWord === undefined
    ? null
    : { kind: 'direction', amount, direction, out: outWord, in: inWord };
}
