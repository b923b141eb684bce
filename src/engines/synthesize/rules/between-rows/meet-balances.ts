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
 * Scales the drawn movements of each balance by a factor per entity, so that the balance ends where
 * those of the file do, else not below zero if theirs never are. A single movement leads, within a
 * half and two, to the last drawn balance. What rounding leaves, the last row pays. The balance
 * depends linearly on the factor.
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
  return balancesIn(between, laws).reduce((sofar, { steps, ...balance }) => {
    const others = (column: number) => column !== balance.column && isFree(column);
    const movements = steps.flatMap(({ column, sign }) =>
      movementsOf(column, { laws, isFree: others }, sign),
    );
    if (movements.length === 0) return sofar;
    const movement = largestOf(sofar, movements);
    const end = betweenOf(between, 'ends').find(({ column }) => column === balance.from);
    const steady = betweenOf(between, 'steady').find(({ column }) => column === movement.column);
    const paysRest = end !== undefined && steady?.isLast === true && isNearOne(steady);
    const drawn = paysRest ? withEvenLast(sofar, movement.column, groups) : sofar;
    return meet(drawn, { pair: balance, movement, movements, end, groups, carry });
  }, table);
}

/** Returns true if changed values are nearly the one before. */
const isNearOne = ({ low, high }: Between<'steady'>): boolean =>
  low !== null && high !== null && low > 1 - MAX_REST && high < 1 + MAX_REST;

/** Balance: the column with its drawn values, and the one after a row's movement. */
type Balance = { column: number; from: number; isNeverNegative: boolean };

/** Returns carried balances and those that run, with what they add up. */
function balancesIn(
  between: readonly BetweenRows[],
  laws: readonly Law[],
): (Balance & { steps: Movement[] })[] {
  const carried = betweenOf(between, 'carried')
    .filter((pair) => readsItself(pair, laws))
    .map((pair) => ({ ...pair, steps: [{ column: pair.from, sign: 1 }] }));
  // A total of each year ends where it does.
  const whole = betweenOf(between, 'run').filter(({ resets }) => resets === null);
  const runs = whole.map(({ column, movement, factor, isNeverNegative }) => ({
    column,
    from: column,
    isNeverNegative,
    steps: [{ column: movement, sign: factor }],
  }));
  return [...carried, ...runs];
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
    movements,
    end,
    groups,
    carry,
  }: {
    pair: Balance;
    movement: Movement;
    movements: readonly Movement[];
    end: Between<'ends'> | undefined;
    groups: readonly number[][];
    carry: (rows: Table) => Table;
  },
): Table {
  const { decimals } = numbersAt(table, movement);
  const isSteered = movements.length === 1;
  const isLimited = end === undefined && pair.isNeverNegative && sign < 0;
  const scaled = (rows: Table, factorOf: (entity: number) => number) => {
    const changed = movements.map(({ column }) => {
      const own = numbersAt(rows, column);
      const values = own.values.slice();
      groups.forEach((places, entity) => {
        const factor = factorOf(entity);
        if (factor === 1) return;
        for (const row of places)
          values[row] = bounded(values[row]! * factor, own.decimals, Math.round);
      });
      return [column, values] as const;
    });
    return withNumbers(rows, new Map(changed));
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
  const ones = groups.map(() => 1);
  const factors = end !== undefined ? ending : isSteered ? drawn : ones;
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

function largestOf(table: Table, movements: readonly Movement[]): Movement {
  const sizeOf = ({ column }: Movement) =>
    numbersAt(table, column).values.reduce((sum, value) => sum + Math.abs(value || 0), 0);
  return movements.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]!;
}

/** Sets the last movement of each entity to the one before; it is to pay what is left. */
function withEvenLast(table: Table, movement: number, groups: readonly number[][]): Table {
  const values = numbersAt(table, movement).values.slice();
  for (const rows of groups) {
    const [before, row] = rows.slice(-2);
    if (row !== undefined) values[row] = values[before!]!;
  }
  return withNumbers(table, new Map([[movement, values]]));
}
