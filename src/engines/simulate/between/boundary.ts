import { streamFor } from '../../random/stream.ts';
import { between, chance, purposes } from '../bank/draws.ts';
import { rentAmounts, rentOf } from '../bank/rents.ts';
import type { Common } from '../cell.ts';
import { payAmounts } from '../events/pay-amounts.ts';
import { monthly, payDays } from '../events/pay-calendar.ts';
import type { SimulationPlan } from '../plan.ts';
import { firstAccountAt, isEligible } from '../schemes/members.ts';

export type Payment = { day: number; amount: number };

/** Firm or landlord on the left-hand side: the account's index within its cell, and its id. */
export type Payee = { account: number; id: string };

/** Customer of the right-hand cell with an employer (and maybe landlord) in the left one. */
export type Commuter = {
  account: number;
  id: string;
  employer: number;
  /** Local seconds at which pay arrives and rent leaves. */
  paidAt: number;
  rentAt: number;
  pay: Payment[];
  /** Part of each pay reserved for later rents. */
  reserved: number[];
  /** Landlord's number; -1 if there is none here. */
  landlord: number;
  rent: Payment[];
};

/** Payrolls and rents between a cell and its right-hand neighbor. */
export type Boundary = { usedFirms: Payee[]; commuters: Commuter[] };

const MAX_FIRMS = 4;
const MAX_COMMUTERS = 24;
/** Maximum share of a cell's rows for payments across one boundary. */
const SHARE_OF_ROWS = 0.015;
const KEPT_OF_PAY = 0.6;

/** Reserves each rent from earlier pay, and drops rents that earlier pay does not cover. */
export function fundRents(pay: readonly Payment[], rentsDue: readonly Payment[]) {
  const reserved = pay.map(() => 0);
  const rent = rentsDue.filter(({ day, amount }) => {
    const room = (i: number) => Math.floor(pay[i].amount * KEPT_OF_PAY) - reserved[i];
    const before = pay.map((_, i) => i).filter((i) => pay[i].day < day);
    if (before.reduce((sum, i) => sum + room(i), 0) < amount) return false;
    let left = amount;
    for (const i of before.reverse()) {
      const here = Math.min(left, room(i));
      reserved[i] = reserved[i] + here;
      left -= here;
    }
    return true;
  });
  return { reserved, rent };
}

function plannedBoundary(plan: SimulationPlan, common: Common, left: number): Boundary {
  const here = plan.cells[left];
  const next = plan.cells[left + 1];
  const boundary: Boundary = { usedFirms: [], commuters: [] };
  // Accounts with a profile have fixed incomes of their own.
  if (common.configuration.profiles.length > 0) return boundary;
  let room = Math.floor(Math.min(here.transactions, next.transactions) * SHARE_OF_ROWS);
  const stream = streamFor(common.seed, left, purposes.boundary);
  const pickMember = (cell: number, memberKind: 'business' | 'person', used: Set<number>) => {
    const { customers, accounts } = plan.cells[cell];
    const n = stream.below(Math.max(1, Math.min(customers, accounts)));
    if (accounts === 0 || used.has(n)) return null;
    used.add(n);
    const first = firstAccountAt(plan, { common, cellIndex: cell, n });
    return isEligible(first.account, common.window, memberKind) ? { n, ...first } : null;
  };
  const firms = new Set<number>();
  for (let i = 0; i < 20 * MAX_FIRMS && boundary.usedFirms.length < MAX_FIRMS && room > 8; i++) {
    const member = pickMember(left, 'business', firms);
    if (member !== null) boundary.usedFirms.push({ account: member.n, id: member.account.id });
  }
  const usedPersons = new Set<number>();
  const { recurring } = common.configuration;
  for (let i = 0; i < 4 * MAX_COMMUTERS && boundary.usedFirms.length > 0; i++) {
    if (boundary.commuters.length >= MAX_COMMUTERS) break;
    const member = pickMember(left + 1, 'person', usedPersons);
    if (member === null) continue;
    const { customer, account, n } = member;
    if (customer.employment !== 'salaried' || customer.life !== null) continue;
    const days = payDays(common.calendar, customer);
    const amounts = payAmounts(common.configuration, {
      calendar: common.calendar,
      country: plan.country,
      customer,
      days,
      stream,
    });
    const pay = days.map((day, k) => ({ day, amount: amounts[k] }));
    const lives = chance(stream, recurring.rent);
    const due = lives ? monthly(common.calendar, between(stream, 1, 5), 1) : [];
    const base = rentOf(customer, common.configuration, stream);
    const { calendar } = common;
    const rents = rentAmounts(common.configuration, { calendar, days: due, base, stream });
    const funded = fundRents(
      pay,
      due.map((day, k) => ({ day, amount: rents[k] })),
    );
    const landlord = funded.rent.length > 0 ? stream.below(boundary.usedFirms.length) : -1;
    const employer = stream.below(boundary.usedFirms.length);
    const [paidAt, rentAt] = [between(stream, 10_800, 32_400), between(stream, 21_600, 39_600)];
    // A firm's receipts add at most one row per pay.
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

const boundaries = new WeakMap<Common, Map<number, Boundary>>();

/**
 * Returns the payments between the cell `left` and the next one; a pure function of the plan, so
 * that either side plans it alone. Caches the latest, since neighboring cells are mostly simulated
 * in sequence.
 */
export function boundaryOf(plan: SimulationPlan, common: Common, left: number): Boundary {
  const byCell = boundaries.get(common) ?? new Map<number, Boundary>();
  boundaries.set(common, byCell);
  const boundary = byCell.get(left) ?? plannedBoundary(plan, common, left);
  for (const other of byCell.keys()) if (other < left - 1 || other > left + 1) byCell.delete(other);
  byCell.set(left, boundary);
  return boundary;
}
