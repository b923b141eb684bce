import type { CellState } from '../bank/cell-state.ts';
import { boundaryOf, type Commuter } from '../between/boundary.ts';
import { legsOfCommuters, legsOfFirms } from '../between/boundary-legs.ts';
import type { Common } from '../cell.ts';
import type { SimulationPlan } from '../plan.ts';
import { buildSchemes, type Scheme } from './build-schemes.ts';
import type { Leg } from './leg.ts';
import { legCollector } from './leg-collector.ts';
import { localPool, memberPool } from './members.ts';

/** Schemes of a cell; without its state, only those that reach into the right-hand neighbor. */
function schemesOf(
  plan: SimulationPlan,
  { common, cellIndex, state }: { common: Common; cellIndex: number; state: CellState | null },
): Scheme[] {
  const { transactions, laundering } = plan.cells[cellIndex];
  return buildSchemes({
    common,
    configuration: common.configuration,
    idPrefix: plan.idPrefix,
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

/** Customers with an employer or landlord in the next cell have no such series in their own. */
function markCommuters(state: CellState, commuters: readonly Commuter[]): void {
  for (const { account, landlord } of commuters) {
    const customerIndex = state.owner[account];
    state.paidByNeighborCell[customerIndex] = 1;
    if (landlord >= 0) state.rentsFromNeighborCell[customerIndex] = 1;
  }
}

/**
 * Legs planned for a cell: those of its own schemes, those that its left-hand neighbor's send over, and
 * payrolls and rents over both of its boundaries.
 */
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
  return collector;
}
