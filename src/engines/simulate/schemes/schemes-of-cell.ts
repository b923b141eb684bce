import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { CellState } from '../bank/cell-state.ts';
import { drawKey, purposes } from '../bank/draws.ts';
import { boundaryOf, type Commuter } from '../between/boundary.ts';
import { legsOfCommuters, legsOfFirms } from '../between/boundary-legs.ts';
import type { Common } from '../cell.ts';
import type { Configuration } from '../configuration/schema.ts';
import { kindCode } from '../events/kinds.ts';
import type { SimulationPlan } from '../plan.ts';
import type { Leg } from './leg.ts';
import { localPool, type MemberPool, memberPool } from './members.ts';
import {
  atWakingHour,
  type Builder,
  type DraftLeg,
  integrate,
  reserve,
  sortForBooking,
} from './scheme-builder.ts';
import { typologies } from './typologies.ts';

export type Scheme = { id: string; typology: string; laundering: boolean; legs: DraftLeg[] };

/** Shapes that innocent people make too, and what they are then called. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  fan_out: 'shared_costs',
  fan_in: 'club_dues',
  structuring: 'cash_trader',
  rapid_in_out: 'pass_through',
  round_trip: 'deposit_returned',
  mule: 'cash_household',
};

const allowed = (weights: Record<string, number>, rows: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(weights).filter(([name]) => (typologies[name]?.least ?? Infinity) <= rows),
  );

/** Where schemes take place: a cell of a plan, or a set of accounts that are there already. */
export type SchemeContext = {
  common: Common;
  configuration: Configuration;
  idPrefix: string;
  cell: number;
  transactions: number;
  laundering: number;
  hasNeighbor: boolean;
  /** A fresh pool for each scheme; `across` where it may take members of the right-hand neighbour too. */
  pool: (stream: RandomStream, across: boolean) => MemberPool;
  /** Leaves out schemes that stay in their cell. */
  acrossOnly: boolean;
};

function schemeOf(
  context: SchemeContext,
  { number, rows, laundering }: { number: number; rows: number; laundering: boolean },
): Scheme | null {
  const { configuration, common, cell } = context;
  const entity = cell * 1_000_000 + number;
  const stream = streamFor(common.seed, entity, laundering ? purposes.scheme : purposes.lookAlike);
  const across =
    laundering && context.hasNeighbor && stream.float() < configuration.laundering.acrossCells;
  if (context.acrossOnly && !across) return null;
  const all = configuration.laundering.typologies;
  const weights = laundering
    ? all
    : Object.fromEntries(Object.keys(LOOK_ALIKES).map((name) => [name, all[name] ?? 0]));
  const shape = Math.max(
    1,
    rows - Math.round(rows * configuration.laundering.integration * (0.6 + 0.8 * stream.float())),
  );
  const possible = allowed(weights, rows >= 5 ? Math.max(5, shape) : shape);
  const names = Object.keys(possible);
  const typology = names.some((name) => possible[name] > 0)
    ? drawKey(stream, possible)
    : 'structuring';
  const length = common.calendar.days.length * 86_400 - 36_000;
  const desired = (2 + 18 * stream.float()) * 86_400;
  const span = Math.floor(Math.min(desired, length * 0.7));
  const builder: Builder = {
    typology,
    stream,
    common,
    configuration,
    rows: Math.max(typologies[typology].least, shape),
    span,
    start: 10_800 + Math.floor((length - span) * 0.98 * stream.float()),
    small: stream.float() < configuration.laundering.small,
    legs: [],
    pool: context.pool(stream, across),
    across,
  };
  typologies[typology].build(builder);
  builder.legs.length = Math.min(builder.legs.length, Math.max(rows, 0));
  for (const leg of builder.legs) leg.time = atWakingHour(leg.time);
  if (builder.legs.length > 0) integrate(builder, rows - builder.legs.length);
  reserve(sortForBooking(builder.legs));
  const shown = laundering ? builder.typology : LOOK_ALIKES[typology];
  const letter = laundering ? 'S' : 'N';
  return {
    id: `${letter}${context.idPrefix}${cell}-${number}`,
    typology: shown,
    laundering,
    legs: builder.legs,
  };
}

/** All schemes that start on a ground; the rows of the laundering ones add up to what is asked for. */
export function buildSchemes(context: SchemeContext): Scheme[] {
  const schemes: Scheme[] = [];
  const fill = (total: number, laundering: boolean) => {
    const purpose = laundering ? purposes.scheme : purposes.lookAlike;
    const sizes = streamFor(context.common.seed, context.cell, purpose + 0x10000);
    let left = total;
    for (let number = 1; left > 0; number++) {
      const desired = 10 + sizes.below(30);
      const rows = left - desired < 10 ? left : desired;
      const scheme = schemeOf(context, { number, rows, laundering });
      if (scheme !== null) schemes.push(scheme);
      left -= rows;
    }
  };
  fill(context.laundering, true);
  const { lookAlikes } = context.configuration.laundering;
  const innocent = Math.floor(
    Math.min(context.laundering * lookAlikes, context.transactions * 0.05),
  );
  if (innocent >= 5 && !context.acrossOnly) fill(innocent, false);
  return schemes;
}

/** Schemes of a cell; without its world, those alone that reach over to the right-hand neighbour. */
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

/** Collects legs in the terms of one cell; accounts of other cells get codes behind its own. */
export function legCollector(parties: number, accounts: number) {
  const legs: Leg[] = [];
  const otherCellAccounts: string[] = [];
  const known = new Map<string, number>();
  const codeOf = (id: string) => {
    const at = known.get(id) ?? otherCellAccounts.push(id) - 1;
    known.set(id, at);
    return parties + accounts + at;
  };
  const tell = (scheme: Scheme, draft: DraftLeg): Leg => {
    const { other } = draft;
    const near = 'member' in other && other.member.side === draft.side;
    const far = 'party' in other ? other.party : near ? -1 : codeOf(other.member.id);
    return {
      day: Math.floor(draft.time / 86_400),
      second: draft.time % 86_400,
      account: draft.account.account,
      other: near ? other.member.account : -1,
      party: far,
      amount: draft.amount,
      hold: draft.hold,
      kind: kindCode[draft.kind],
      channel: draft.channel,
      scheme: scheme.id,
      typology: scheme.typology,
      role: draft.role,
      hop: draft.hop,
      leg: draft.leg,
      source: draft.source,
      laundering: scheme.laundering,
    };
  };
  const take = (schemes: readonly Scheme[], side: 0 | 1): void => {
    for (const scheme of schemes) {
      for (const draft of scheme.legs) if (draft.side === side) legs.push(tell(scheme, draft));
    }
  };
  return { legs, otherCellAccounts, codeOf, take };
}

/** Who is paid or housed over the boundary has no such series at home. */
function markCommuters(state: CellState, commuters: readonly Commuter[]): void {
  for (const { account, landlord } of commuters) {
    const customerIndex = state.owner[account];
    state.paidByNeighborCell[customerIndex] = 1;
    if (landlord >= 0) state.rentsFromNeighborCell[customerIndex] = 1;
  }
}

/**
 * Legs planned for a cell: those of its own schemes, those that its left-hand neighbour's send over, and
 * payrolls and rents over both of its boundaries.
 */
export function legsOf(
  plan: SimulationPlan,
  { common, cell, state }: { common: Common; cell: number; state: CellState },
): Legs {
  const { directory } = state;
  const told = legCollector(directory.size, state.accounts.length);
  told.take(schemesOf(plan, { common, cellIndex: cell, state }), 0);
  if (cell > 0) {
    told.take(schemesOf(plan, { common, cellIndex: cell - 1, state: null }), 1);
    const boundary = boundaryOf(plan, common, cell - 1);
    told.legs.push(...legsOfCommuters(boundary, told.codeOf));
    markCommuters(state, boundary.commuters);
  }
  if (cell + 1 < plan.cells.length) {
    told.legs.push(...legsOfFirms(boundaryOf(plan, common, cell), directory, told.codeOf));
  }
  return told;
}

/** Dormant accounts that a scheme wakes are active again from its first day on. */
export function reactivate(state: CellState, legs: readonly Leg[]): void {
  for (const leg of legs) {
    const account = state.accounts[leg.account];
    if (account.history.at(-1)?.[0] !== 'dormant') continue;
    const first = legs.reduce(
      (day, other) => (other.account === leg.account ? Math.min(day, other.day) : day),
      leg.day,
    );
    const day = state.calendar.start + first;
    account.history.push(['active', day]);
    account.status = 'active';
    state.from[leg.account] = day + 1;
    state.to[leg.account] = 2147483647;
  }
}
