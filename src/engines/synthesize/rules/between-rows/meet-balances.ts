import type { Table } from '../../../table/table.ts';
import { type Law, sourcesOf } from '../laws/law.ts';
import { bounded } from '../orders-of-derived.ts';
import { type Between, type BetweenRows, betweenOf } from './between-rows.ts';
import { numbersAt, withNumbers } from './carry-over.ts';

/** Greatest factor of movements that lead to the last drawn balance, and its inverse. */
const MAX_FACTOR = 2;
const OTHER_FACTOR = 0.9;
/** Greatest change of a last movement that is the rest of equal ones: of 732.14, 732.20 is paid. */
const MAX_REST = 0.05;

/** Column by which a balance changes, and its sign in the balance. */
type Movement = { column: number; sign: number };

/** Returns the drawn columns that a balance adds up, through sums of sums. */
function movementsOf(
  column: number,
  { laws, isFree }: { laws: readonly Law[]; isFree: (column: number) => boolean },
  sign = 1,
): Movement[] {
  const law = laws.find((own) => own.column === column);
  if (law === undefined) return isFree(column) ? [{ column, sign }] : [];
  if (law.kind !== 'sum') return [];
  return law.terms.flatMap((term) =>
    movementsOf(term.column, { laws, isFree }, sign * term.factor),
  );
}

/**
 * Scales the one drawn movement of each carried balance by a factor per entity, so that the balance
 * ends where those of the file do, or, where the last drawn balance is, but not below zero if the file's never are. What
 * rounding leaves, the last row pays. The balance depends linearly on the factor.
 *
 * @param carry carries balances over and derives all columns
 */
export function withMetBalances(
  table: Table,
  {
    between,
    laws,
    groups,
    isFree,
    carry,
  }: {
    between: readonly BetweenRows[];
    laws: readonly Law[];
    groups: readonly number[][];
    isFree: (column: number) => boolean;
    carry: (rows: Table) => Table;
  },
): Table {
  return betweenOf(between, 'carried').reduce((sofar, pair) => {
    const others = (column: number) => column !== pair.column && isFree(column);
    const [movement, ...more] = movementsOf(pair.from, { laws, isFree: others });
    if (movement === undefined || more.length > 0) return sofar;
    if (!readsItself(pair, laws)) return sofar;
    const end = betweenOf(between, 'ends').find(({ column }) => column === pair.from);
    const steady = betweenOf(between, 'steady').find(({ column }) => column === movement.column);
    const paysRest = end !== undefined && (steady?.lastChange ?? 1) < MAX_REST;
    const drawn = paysRest ? withEvenLast(sofar, movement.column, groups) : sofar;
    return meet(drawn, { pair, movement, end, groups, carry });
  }, table);
}

/** Returns true if the balance adds up its own of the row before. */
function readsItself({ column, from }: Between<'carried'>, laws: readonly Law[]): boolean {
  const law = laws.find((own) => own.column === from);
  return law !== undefined && sourcesOf(law).includes(column);
}

function meet(
  table: Table,
  {
    pair,
    movement: { column: movement, sign },
    end,
    groups,
    carry,
  }: {
    pair: Between<'carried'>;
    movement: Movement;
    end: Between<'ends'> | undefined;
    groups: readonly number[][];
    carry: (rows: Table) => Table;
  },
): Table {
  const { decimals } = numbersAt(table, movement);
  const isLimited = end === undefined && pair.isNeverNegative && sign < 0;
  const scaled = (rows: Table, factorOf: (entity: number) => number) => {
    const values = numbersAt(rows, movement).values.slice();
    groups.forEach((own, entity) => {
      const factor = factorOf(entity);
      for (const row of own) values[row] = bounded(values[row]! * factor, decimals, Math.round);
    });
    return withNumbers(rows, new Map([[movement, values]]));
  };
  const lastOf = (rows: Table, column: number) =>
    groups.map((own) => numbersAt(rows, column).values[own.at(-1)!]!);
  const runs = [table, scaled(table, () => OTHER_FACTOR)].map(carry);
  const slopeOf = (column: number) => {
    const [first, second] = runs.map((rows) => lastOf(rows, column));
    return first!.map((value, i) => (second![i]! - value) / (OTHER_FACTOR - 1));
  };
  const slopes = slopeOf(pair.from);
  const ends = groups.map(() => end?.value ?? 0);
  const ending = factorsFor({ values: lastOf(runs[0]!, pair.from), slopes, targets: ends });
  const drawn = factorsFor({
    values: lastOf(runs[0]!, pair.column),
    slopes: slopeOf(pair.column),
    targets: lastOf(table, pair.column),
  }).map((factor) => Math.min(MAX_FACTOR, Math.max(1 / MAX_FACTOR, factor)));
  const factors = end === undefined ? drawn : ending;
  // A larger movement than the one that ends at zero would lead below it.
  const limited = factors.map((factor, i) => (isLimited ? Math.min(factor, ending[i]!) : factor));
  const steered = scaled(table, (entity) => limited[entity]!);
  if (end === undefined && !isLimited) return steered;
  const targetsOf = (left: readonly number[]) =>
    left.map((value) => end?.value ?? Math.max(0, value));
  // Rounded movements end near their target only; a second step comes closer.
  const near = lastOf(carry(steered), pair.from);
  const corrections = factorsFor({ values: near, slopes, targets: targetsOf(near) });
  const exact = scaled(table, (entity) => limited[entity]! + corrections[entity]! - 1);
  const left = lastOf(carry(exact), pair.from);
  const targets = targetsOf(left);
  const values = numbersAt(exact, movement).values.slice();
  groups.forEach((own, entity) => {
    const row = own.at(-1)!;
    const paid = values[row]! + sign * (targets[entity]! - left[entity]!);
    if (!Number.isNaN(paid)) values[row] = bounded(paid, decimals, Math.round);
  });
  return withNumbers(exact, new Map([[movement, values]]));
}

/** Returns the factors with which last values meet the targets; 1 where none does. */
const factorsFor = ({
  values,
  slopes,
  targets,
}: {
  values: readonly number[];
  slopes: readonly number[];
  targets: readonly number[];
}): number[] =>
  values.map((value, i) => {
    const factor = 1 + (targets[i]! - value) / slopes[i]!;
    return Number.isFinite(factor) && factor > 0 ? factor : 1;
  });

/** Sets the last movement of each entity to the one before; it is to pay what is left. */
function withEvenLast(table: Table, movement: number, groups: readonly number[][]): Table {
  const values = numbersAt(table, movement).values.slice();
  for (const rows of groups) {
    const [before, row] = rows.slice(-2);
    if (row !== undefined) values[row] = values[before!]!;
  }
  return withNumbers(table, new Map([[movement, values]]));
}
