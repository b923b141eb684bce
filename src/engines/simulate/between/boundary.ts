import { streamFor } from '../../random/stream.ts';
import { between, chance, purposes } from '../bank/draws.ts';
import { rentOf } from '../bank/rents.ts';
import type { Common } from '../cell.ts';
import { monthly, payAmounts, payDays } from '../events/pay-calendar.ts';
import type { SimulationPlan } from '../plan.ts';
import { firstAccountAt, isEligible } from '../schemes/members.ts';

/** One payment over a boundary, on a day of the window. */
export type Payment = { day: number; amount: number };

/** A firm or landlord on the left-hand side: the account's index within its cell, and its id. */
export type Payee = { account: number; id: string };

/** A customer of the right-hand cell whose employer, and perhaps landlord, is a customer of the left one. */
export type Commuter = {
  account: number;
  id: string;
  employer: number;
  /** Local second at which pay arrives, and at which rent leaves. */
  paidAt: number;
  rentAt: number;
  pay: Payment[];
  /** The part of each pay reserved for later rents. */
  kept: number[];
  /** The landlord's number, -1 for who has none here. */
  landlord: number;
  rent: Payment[];
};

/** Payrolls and rents between a cell and its right-hand neighbor. */
export type Boundary = { firms: Payee[]; commuters: Commuter[] };

const MAX_FIRMS = 4;
const MAX_COMMUTERS = 24;
/** Of each cell's rows, what payments over one boundary may take. */
const SHARE_OF_ROWS = 0.015;
/** The share of a pay that may be reserved for rent. */
const KEPT_OF_PAY = 0.6;

/**
 * Reserves each rent from earlier pay. A rent that earlier pay does not cover is left out,
 * so that every planned rent is funded.
 */
export function fundRents(pay: readonly Payment[], rentsDue: readonly Payment[]) {
  const kept = pay.map(() => 0);
  const rent = rentsDue.filter(({ day, amount }) => {
    const room = (i: number) => Math.floor(pay[i].amount * KEPT_OF_PAY) - kept[i];
    const before = pay.map((_, i) => i).filter((i) => pay[i].day < day);
    if (before.reduce((sum, i) => sum + room(i), 0) < amount) return false;
    let left = amount;
    for (const i of before.reverse()) {
      const here = Math.min(left, room(i));
      kept[i] = kept[i] + here;
      left -= here;
    }
    return true;
  });
  return { kept, rent };
}

function plannedBoundary(plan: SimulationPlan, common: Common, left: number): Boundary {
  const here = plan.cells[left];
  const next = plan.cells[left + 1];
  const boundary: Boundary = { firms: [], commuters: [] };
  let room = Math.floor(Math.min(here.transactions, next.transactions) * SHARE_OF_ROWS);
  const stream = streamFor(common.seed, left, purposes.boundary);
  const drawn = (cell: number, memberKind: 'business' | 'person', used: Set<number>) => {
    const { customers, accounts } = plan.cells[cell];
    const n = stream.below(Math.max(1, Math.min(customers, accounts)));
    if (accounts === 0 || used.has(n)) return null;
    used.add(n);
    const found = firstAccountAt(plan, { common, cellIndex: cell, n });
    return isEligible(found.account, common.window.start, memberKind) ? { n, ...found } : null;
  };
  const firms = new Set<number>();
  for (let i = 0; i < 20 * MAX_FIRMS && boundary.firms.length < MAX_FIRMS && room > 8; i++) {
    const found = drawn(left, 'business', firms);
    if (found !== null) boundary.firms.push({ account: found.n, id: found.account.id });
  }
  const people = new Set<number>();
  const { recurring } = common.configuration;
  for (let i = 0; i < 4 * MAX_COMMUTERS && boundary.firms.length > 0; i++) {
    if (boundary.commuters.length >= MAX_COMMUTERS) break;
    const found = drawn(left + 1, 'person', people);
    if (found === null) continue;
    const { customer, account, n } = found;
    if (customer.employment !== 'salaried' && customer.employment !== 'selfEmployed') continue;
    const days = payDays(common.calendar, customer);
    const amounts = payAmounts(common.configuration, {
      calendar: common.calendar,
      customer,
      days,
      stream,
    });
    const pay = days.map((day, k) => ({ day, amount: amounts[k] }));
    const lives = chance(stream, recurring.rent);
    const due = lives ? monthly(common.calendar, between(stream, 1, 5), 1) : [];
    const amount = rentOf(customer, common.configuration, stream);
    const funded = fundRents(
      pay,
      due.map((day) => ({ day, amount })),
    );
    const landlord = funded.rent.length > 0 ? stream.below(boundary.firms.length) : -1;
    const employer = stream.below(boundary.firms.length);
    const [paidAt, rentAt] = [between(stream, 10_800, 32_400), between(stream, 21_600, 39_600)];
    // A firm's takings make a row of their own for each pay at most.
    room -= 2 * pay.length + funded.rent.length;
    if (room < 0) break;
    boundary.commuters.push({
      account: n,
      id: account.id,
      employer,
      paidAt,
      rentAt,
      pay,
      landlord,
      ...funded,
    });
  }
  return boundary;
}

const kept = new WeakMap<Common, Map<number, Boundary>>();

/**
 * What is paid between the cell `left` and the next one: a pure function of the plan, so that either side
 * plans it alone. The latest are kept, since neighboring cells are mostly made in turn.
 */
export function boundaryOf(plan: SimulationPlan, common: Common, left: number): Boundary {
  const known = kept.get(common) ?? new Map<number, Boundary>();
  kept.set(common, known);
  const boundary = known.get(left) ?? plannedBoundary(plan, common, left);
  for (const other of known.keys()) if (other < left - 1 || other > left + 1) known.delete(other);
  known.set(left, boundary);
  return boundary;
}
