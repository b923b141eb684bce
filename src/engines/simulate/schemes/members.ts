import { civilFromDays } from '../../../shared/civil-date.ts';
import type { RandomStream } from '../../random/stream.ts';
import type { Account, AccountType } from '../bank/account.ts';
import { accountAt, firstType } from '../bank/accounts.ts';
import type { Window } from '../bank/bank.ts';
import type { CellState } from '../bank/cell-state.ts';
import { type Customer, customerAt } from '../bank/customers.ts';
import { bankOf, type Common, firstOwner } from '../cell.ts';
import type { SimulationPlan } from '../plan.ts';

/** Account in a scheme, known without simulating the rest of its cell. */
export type Member = {
  /** 0 for the scheme's own cell, 1 for its right-hand neighbor. */
  side: 0 | 1;
  account: number;
  id: string;
  customer: Customer;
  /** First day on which the account can be booked on, as days since 1970. */
  from: number;
};

const isYoung = ({ birthYear }: Customer, { start }: Window): boolean =>
  civilFromDays(start).year - birthYear <= MAX_AGE_OF_MULES;

/** Age up to which people take part in schemes. */
const MAX_AGE = 75;

/** Returns true if a drawn customer takes part: by risk segment and age. */
const takesPart = (
  customer: Customer,
  {
    draw,
    window,
    memberKind,
  }: { draw: number; window: Window; memberKind: MemberKind | undefined },
): boolean =>
  draw <= RISK_WEIGHT[customer.riskSegment] &&
  civilFromDays(window.start).year - customer.birthYear <= MAX_AGE &&
  (memberKind !== 'new' || isYoung(customer, window));

const RISK_WEIGHT = { low: 0.45, medium: 0.7, high: 1 } as const;

/** Returns the first account of a cell's n-th customer, as in the simulated cell. */
export function firstAccountAt(
  plan: SimulationPlan,
  { common, cellIndex, n }: { common: Common; cellIndex: number; n: number },
): { customer: Customer; account: Account } {
  const cell = plan.cells[cellIndex];
  const owner = firstOwner(n, cell.customers, cell.accounts);
  const bank = bankOf(plan, common);
  const customer = customerAt(bank, cell.firstCustomer + owner);
  const business = customer.employment === 'business';
  const index = cell.firstAccount + n;
  const firstDrawn = firstType(bank, index, business);
  const type: AccountType = n === 0 && !business ? 'checking' : firstDrawn;
  const account = accountAt(bank, index, { owner, customer, type, steady: n === 0 });
  return { customer, account };
}

/** Kind of member; dormant accounts are drawn only on request, as are new accounts of the young. */
export type MemberKind = 'person' | 'business' | 'dormant' | 'new';

/** Draws before a kind of member counts as not available. */
const ATTEMPTS = { person: 250, business: 250, dormant: 250, new: 500 } as const;

const DAYS_NEW = 400;
const DAYS_LEFT = 25;
const MAX_AGE_OF_MULES = 32;

/** Draws a new member; null if none is found. */
export type MemberPool = (side: 0 | 1, memberKind?: MemberKind) => Member | null;

/** Returns true for accounts opened shortly before or within the window, with time left to use. */
const isNew = (account: Account, { start, end }: Window): boolean =>
  account.opened > start - DAYS_NEW && account.from <= Math.max(start, end - DAYS_LEFT);

export function isEligible(
  account: Account,
  window: Window,
  memberKind: MemberKind | undefined,
): boolean {
  const business = account.type === 'business_checking';
  if (account.type !== 'checking' && !business) return false;
  if (memberKind === 'dormant') return account.status === 'dormant';
  if (account.status !== 'active') return false;
  if (memberKind === 'new') return !business && isNew(account, window);
  if (account.from > window.start) return false;
  return memberKind === undefined || (memberKind === 'business') === business;
}

/**
 * Returns a pool of the first accounts of two neighboring cells' customers, which are known without
 * simulating the cells: current ones open over the whole window, each drawn once per scheme.
 */
export function memberPool(
  plan: SimulationPlan,
  { common, cellIndex, stream }: { common: Common; cellIndex: number; stream: RandomStream },
): MemberPool {
  const used = new Set<string>();
  return (side, memberKind) => {
    const cell = plan.cells[cellIndex + side];
    if (cell === undefined) return null;
    const first = Math.min(cell.customers, cell.accounts);
    if (first === 0) return null;
    for (
      let attempt = 0;
      attempt < (memberKind === undefined ? 40 : ATTEMPTS[memberKind]);
      attempt++
    ) {
      const n = stream.below(first);
      const draw = stream.float();
      const key = `${side}:${n}`;
      if (used.has(key)) continue;
      const { account, customer } = firstAccountAt(plan, {
        common,
        cellIndex: cellIndex + side,
        n,
      });
      const { window } = common;
      if (!isEligible(account, window, memberKind)) continue;
      if (!takesPart(customer, { draw, window, memberKind })) continue;
      used.add(key);
      return { side, account: n, id: account.id, customer, from: account.from };
    }
    if (memberKind !== undefined) return null;
    // The first account of a cell is always open: fallback for very small cells.
    if (side === 1 || used.has('0:0')) return null;
    used.add('0:0');
    const { account, customer } = firstAccountAt(plan, { common, cellIndex, n: 0 });
    return { side, account: 0, id: account.id, customer, from: account.from };
  };
}

/** Returns a pool of all accounts of one simulated cell. */
export function localPool(state: CellState, stream: RandomStream): MemberPool {
  const used = new Set<number>();
  const addMember = (account: number, customer: Customer): Member => {
    used.add(account);
    const { id, from } = state.accounts[account];
    return { side: 0, account, id, customer, from };
  };
  return (side, memberKind) => {
    if (side === 1 || state.accounts.length === 0) return null;
    for (
      let attempt = 0;
      attempt < (memberKind === undefined ? 40 : ATTEMPTS[memberKind]);
      attempt++
    ) {
      const n = stream.below(state.accounts.length);
      const draw = stream.float();
      const account = state.accounts[n];
      if (used.has(n) || !isEligible(account, state.calendar, memberKind)) continue;
      const customer = state.customers[account.owner];
      const window = state.calendar;
      if (takesPart(customer, { draw, window, memberKind })) return addMember(n, customer);
    }
    if (memberKind !== undefined || used.has(0)) return null;
    // The first account of a cell is always open: fallback for very small cells.
    return addMember(0, state.customers[state.accounts[0].owner]);
  };
}
