import type { RandomStream } from '../../random/stream.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { Account } from './account.ts';
import type { Calendar } from './calendar.ts';
import type { Customer } from './customers.ts';
import { type Directory, drawMerchant, EVERYWHERE } from './directory.ts';
import { LOCAL_ATTEMPTS } from './merchant-shares.ts';
import { type AccountProfile, profilesOf } from './profiles.ts';
import { spendingScaleOf } from './tickets.ts';

export const typeCode = {
  checking: 0,
  savings: 1,
  credit_card: 2,
  loan: 3,
  business_checking: 4,
} as const;

/** Returns true if accounts of a type have everyday bookings. */
export const isCurrent = (type: number): boolean =>
  type === typeCode.checking || type === typeCode.business_checking;

/** Regular merchants of a customer. */
export const REGULARS = 32;

/** Customers and accounts of one cell, its surroundings, and the balances that bookings change. */
export type CellState = {
  seed: bigint;
  /** Identifies the cell among those with the same seed. */
  cell: number;
  country: string;
  configuration: Configuration;
  calendar: Calendar;
  directory: Directory;
  customers: readonly Customer[];
  accounts: readonly Account[];
  /** By account: balance and its lower limit in minor units. */
  balance: Float64Array;
  floor: Float64Array;
  /** By account: sum of the balances at the ends of days since the last interest; empty without. */
  accrued: Float64Array;
  /** Day from which an account's balance earns interest. */
  accruesFrom: Int32Array;
  /** By account: funds reserved for planned legs. */
  reserved: Float64Array;
  from: Int32Array;
  to: Int32Array;
  owner: Int32Array;
  type: Uint8Array;
  /** Fallback account: the one open longest. */
  anchor: number;
  /** By account: 1 if payments on credit have stopped. */
  behind: Uint8Array;
  /** By customer: all accounts. */
  owned: number[][];
  /** By customer: first account of a type; -1 if none. */
  current: Int32Array;
  card: Int32Array;
  savings: Int32Array;
  /** By customer: their regular merchants; -1 until the first visit. */
  regulars: Int32Array;
  /** By customer: 1 if an employer, or a landlord, is a customer of the neighboring cell. */
  paidByNeighborCell: Uint8Array;
  rentsFromNeighborCell: Uint8Array;
  /** By account: habits of its profile, null for savings and credit; empty without profiles. */
  profiles: readonly (AccountProfile | null)[];
  /** By customer: factors of ticket size, use of cash, and use of foreign merchants. */
  spendingScale: Float64Array;
  cash: Float64Array;
  abroad: Float64Array;
  /** By customer: codes of city and device. */
  city: Uint8Array;
  device: Uint8Array;
};

export type Surroundings = Pick<
  CellState,
  'seed' | 'cell' | 'country' | 'configuration' | 'calendar' | 'directory'
>;

/** Draws a merchant for a customer: an online one, or one with a branch in the customer's city. */
export function drawLocalMerchant(
  directory: Directory,
  { category, city, stream }: { category: number; city: number; stream: RandomStream },
): number {
  let merchant = drawMerchant(directory, category, stream);
  if (directory.online[merchant] === 1) return merchant;
  for (let attempt = 0; attempt < LOCAL_ATTEMPTS; attempt++) {
    const place = directory.city[merchant];
    const near = place === EVERYWHERE || place === city;
    if (near && directory.online[merchant] === 0) return merchant;
    merchant = drawMerchant(directory, category, stream);
  }
  return merchant;
}

/** Returns the minimum balance: cards reserve a twentieth of their line for interest. */
const floorOf = (a: Account): number =>
  a.type === 'loan' ? -1e15 : a.type === 'credit_card' ? -Math.floor(a.limit * 0.95) : -a.limit;

function anchorOf(accounts: readonly Account[], end: number): number {
  let best = 0;
  accounts.forEach((account, i) => {
    if (account.to > end && account.from < accounts[best].from) best = i;
  });
  return best;
}

export function cellStateOf(
  surroundings: Surroundings,
  { customers, accounts }: { customers: readonly Customer[]; accounts: readonly Account[] },
): CellState {
  const { configuration } = surroundings;
  const count = accounts.length;
  const perCustomer = () => new Int32Array(customers.length).fill(-1);
  const state: CellState = {
    ...surroundings,
    customers,
    accounts,
    balance: Float64Array.from(accounts, (a) => a.opening),
    floor: Float64Array.from(accounts, floorOf),
    accrued: new Float64Array(configuration.rates.current.share > 0 ? count : 0),
    accruesFrom: new Int32Array(configuration.rates.current.share > 0 ? count : 0),
    reserved: new Float64Array(count),
    from: Int32Array.from(accounts, (a) => a.from),
    to: Int32Array.from(accounts, (a) => a.to),
    owner: Int32Array.from(accounts, (a) => a.owner),
    type: Uint8Array.from(accounts, (a) => typeCode[a.type]),
    anchor: anchorOf(accounts, surroundings.calendar.end),
    behind: Uint8Array.from(accounts, (a) => (a.daysPastDue > 0 ? 1 : 0)),
    owned: customers.map(() => []),
    current: perCustomer(),
    card: perCustomer(),
    savings: perCustomer(),
    regulars: new Int32Array(customers.length * REGULARS).fill(-1),
    profiles: profilesOf(surroundings, accounts),
    paidByNeighborCell: new Uint8Array(customers.length),
    rentsFromNeighborCell: new Uint8Array(customers.length),
    spendingScale: new Float64Array(customers.length),
    cash: Float64Array.from(customers, (c) => c.cash),
    abroad: Float64Array.from(customers, (c) => c.abroad),
    city: Uint8Array.from(customers, (c) => c.city),
    device: Uint8Array.from(customers, (c) => c.device),
  };
  for (let i = count - 1; i >= 0; i--) {
    const { type, owner } = accounts[i];
    if (type === 'checking' || type === 'business_checking') state.current[owner] = i;
    if (type === 'credit_card') state.card[owner] = i;
    if (type === 'savings') state.savings[owner] = i;
  }
  accounts.forEach((account, i) => {
    state.owned[account.owner].push(i);
  });
  customers.forEach((customer, i) => {
    state.spendingScale[i] = spendingScaleOf(configuration, customer);
  });
  return state;
}
