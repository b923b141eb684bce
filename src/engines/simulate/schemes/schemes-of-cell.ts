import type { CellState } from '../bank/cell-state.ts';
import { boundaryOf, type Commuter } from '../between/boundary.ts';
import { legsOfCommuters, legsOfFirms } from '../between/boundary-legs.ts';
import type { Common } from '../cell.ts';
import { fraudLegs } from '../fraud/build-frauds.ts';
import type { SimulationPlan } from '../plan.ts';
import { buildSchemes, type Scheme } from './build-schemes.ts';
import type { Leg } from './leg.ts';
import { legCollector } from './leg-collector.ts';
import { localPool, memberPool } from './members.ts';

/** Returns a cell's schemes; without its state, only those reaching into the next cell. */
function schemesOf(
  plan: SimulationPlan,
  { common, cellIndex, state }: { common: Common; cellIndex: number; state: CellState | null },
): Scheme[] {
  const { transactions, laundering } = plan.cells[cellIndex];
  return buildSchemes({
    common,
    configuration: common.configuration,
    idPrefix: plan.idPrefix,
    country: plan.country,
    cell: cellIndex,
    transactions,
    laundering,
    hasNeighbor: cellIndex + 1 < plan.cells.length,
    acrossOnly: state === null,
    pool: (stream, across) =>
      across || state === null
        ? memberPool(plan, { common, cellIndex, stream })
        : localPool(state, stream),
  });
}

export type Legs = { legs: Leg[]; otherCellAccounts: string[] };

/** Marks customers employed or renting in the next cell, who have no such series here. */
function markCommuters(state: CellState, commuters: readonly Commuter[]): void {
  for (const { account, landlord } of commuters) {
    const customerIndex = state.owner[account];
    state.paidByNeighborCell[customerIndex] = 1;
    if (landlord >= 0) state.rentsFromNeighborCell[customerIndex] = 1;
  }
}

/** Returns a cell's legs: own schemes, left neighbor's schemes, payrolls and rents across both. */
export function legsOf(
  plan: SimulationPlan,
  { common, cell, state }: { common: Common; cell: number; state: CellState },
): Legs {
  const { directory } = state;
  const collector = legCollector(directory.size, state.accounts.length);
  collector.take(schemesOf(plan, { common, cellIndex: cell, state }), 0);
  if (cell > 0) {
    collector.take(schemesOf(plan, { common, cellIndex: cell - 1, state: null }), 1);
    const boundary = boundaryOf(plan, common, cell - 1);
    collector.legs.push(...legsOfCommuters(boundary, collector.codeOf));
    markCommuters(state, boundary.commuters);
  }
  if (cell + 1 < plan.cells.length) {
    collector.legs.push(
      ...legsOfFirms(boundaryOf(plan, common, cell), directory, collector.codeOf),
    );
  }
  const frauds = { state, idPrefix: plan.idPrefix, transactions: plan.cells[cell].transactions };
  const room = Math.floor((frauds.transactions - collector.legs.length) / 2);
  collector.legs.push(...fraudLegs(frauds, room));
  return collector;
}
