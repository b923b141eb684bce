import { exponential } from '../../../random/exponential.ts';
import {
  fromTable,
  logNormalTable,
  type QuantileTable,
  standardNormal,
} from '../../../random/quantile-table.ts';
import { type RandomStream, streamFor, UINT32_RANGE } from '../../../random/stream.ts';
import type { CalendarDay } from '../../bank/calendar.ts';
import { type CellState, REGULARS } from '../../bank/cell-state.ts';
import { chance, purposes } from '../../bank/draws.ts';
import type { LifeEvent, LifeEventKind } from '../../bank/life-events.ts';
import { bookingsAt } from '../../bank/profiles.ts';

/** Relative activity by account type, in the order of the types. */
export const ACTIVITY = [1, 0.06, 0.75, 0, 1.4];

const SLOT_BITS = 14;
export const SLOT_SHIFT = 32 - SLOT_BITS;
const SLOTS = 1 << SLOT_BITS;

/** Activity after a life event, relative to the time before. */
const AFTER: Readonly<Record<LifeEventKind, number>> = {
  move: 1.1,
  birth: 1.15,
  jobLoss: 0.7,
  retirement: 0.85,
  divorce: 0.9,
  death: 0.02,
};

/** Share of moves that lead to another city. */
const TO_ANOTHER_CITY = 0.4;

/** Accounts that spend, with what changes their share of spending from week to week. */
export type Activity = {
  /** Account of each of the equal shares of this week's spending. */
  slots: Int32Array;
  accounts: Int32Array;
  base: Float64Array;
  phase: Float64Array;
  quiet: Uint8Array;
  /** Relative activity by month of the year of each account's household. */
  seasons: readonly (readonly number[])[];
  /** Life event of each account's owner. */
  lives: readonly (LifeEvent | null)[];
  weights: Float64Array;
  stream: RandomStream;
  phases: QuantileTable;
  moves: { customer: number; day: number }[];
};

export function activityOf(state: CellState): Activity {
  const { behavior } = state.configuration;
  const stream = streamFor(state.seed, state.cell, purposes.activity);
  const phases = logNormalTable(1, behavior.phases.spread);
  const accounts: number[] = [];
  const base: number[] = [];
  for (let account = 0; account < state.accounts.length; account++) {
    const busy = exponential(behavior.activity * fromTable(standardNormal, stream.uint32()));
    const typical = state.profiles[account]?.settledRate ?? ACTIVITY[state.type[account]];
    if (state.from[account] > state.calendar.end || typical === 0) continue;
    accounts.push(account);
    base.push(typical * busy);
  }
  if (accounts.length === 0) {
    accounts.push(state.anchor);
    base.push(1);
  }
  // The anchor of a cell without accounts belongs to no customer.
  const owners = accounts.flatMap((account) => state.customers[state.owner[account]] ?? []);
  const moves = state.customers.flatMap(({ life }, customer) =>
    life?.kind === 'move' ? [{ customer, day: life.day }] : [],
  );
  return {
    slots: new Int32Array(SLOTS),
    accounts: Int32Array.from(accounts),
    base: Float64Array.from(base),
    phase: Float64Array.from(accounts, () => fromTable(phases, stream.uint32())),
    quiet: Uint8Array.from(accounts, () => (chance(stream, behavior.quiet.share) ? 1 : 0)),
    seasons: owners.map(({ householdKind }) => behavior.seasons[householdKind]),
    lives: owners.map(({ life }) => life),
    weights: new Float64Array(accounts.length),
    stream,
    phases,
    moves,
  };
}

const afterLife = (life: LifeEvent | null, day: number): number =>
  life === null || day < life.day ? 1 : AFTER[life.kind];

/** Applies moves since the last week: another city for some, and other regular merchants. */
function applyMoves(state: CellState, activity: Activity, day: number): void {
  const cities = Math.max(2, state.directory.sections.branch.count / 2);
  activity.moves = activity.moves.filter((move) => {
    if (move.day > day) return true;
    if (!chance(activity.stream, TO_ANOTHER_CITY)) return false;
    const { customer } = move;
    state.city[customer] = (state.city[customer] + 1 + activity.stream.below(cities - 1)) % cities;
    state.regulars.fill(-1, customer * REGULARS, (customer + 1) * REGULARS);
    return false;
  });
}

/** Returns the activity of an account by its age and the month, relative to a settled account's mean. */
function settlingOf(
  { profiles, accounts }: CellState,
  account: number,
  { day, month }: CalendarDay,
): number {
  const profile = profiles[account];
  if (profile === null) return 1;
  return bookingsAt(profile, day - accounts[account].opened, month).rate / profile.settledRate;
}

function weigh(state: CellState, activity: Activity, date: CalendarDay): number {
  const { day, month } = date;
  const { accounts, base, phase, quiet, weights, stream, phases, seasons, lives } = activity;
  const { phases: habits, quiet: silence } = state.configuration.behavior;
  const redraw = (1 - habits.persistence) * UINT32_RANGE;
  const wake = UINT32_RANGE / Math.max(1, silence.weeks);
  const fallsQuiet = (silence.share / Math.max(1, silence.weeks)) * UINT32_RANGE;
  let total = 0;
  for (let i = 0; i < accounts.length; i++) {
    const account = accounts[i];
    const draw = stream.uint32();
    if (draw < redraw) phase[i] = fromTable(phases, stream.uint32());
    const turn = stream.uint32();
    if (quiet[i] === 1 ? turn < wake : turn < fallsQuiet) quiet[i] = 1 - quiet[i];
    const open = state.from[account] <= day + 6 && state.to[account] > day;
    const season = seasons[i][month - 1] * afterLife(lives[i], day);
    const settled = state.profiles.length === 0 ? 1 : settlingOf(state, account, date);
    weights[i] = open ? base[i] * phase[i] * season * settled * (quiet[i] === 1 ? 0.02 : 1) : 0;
    total += weights[i];
  }
  return total;
}

/** Fills the slots by systematic sampling; a function of its own, so that its loop is compiled. */
function fillSlots({ slots, accounts, weights }: Activity, total: number, start: number): void {
  const step = total / SLOTS;
  const last = accounts.length - 1;
  let position = step * start;
  let i = 0;
  let upTo = weights[0];
  for (let slot = 0; slot < SLOTS; slot++) {
    while (upTo <= position && i < last) upTo += weights[++i];
    slots[slot] = accounts[i];
    position += step;
  }
}

/** Begins a week: draws each account's share of spending by systematic sampling of slots. */
export function beginWeek(state: CellState, activity: Activity, date: CalendarDay): void {
  applyMoves(state, activity, date.day);
  const { slots, stream } = activity;
  const total = state.accounts.length === 0 ? 0 : weigh(state, activity, date);
  if (!(total > 0)) {
    slots.fill(state.anchor);
    return;
  }
  fillSlots(activity, total, stream.uint32() / UINT32_RANGE);
}
