import { type RandomStream, streamFor } from '../../random/stream.ts';
import { type Common, firstOwner } from '../cell.ts';
import type { SimulationPlan } from '../plan.ts';
import { type AccountType, firstType, lifeOf } from '../world/accounts.ts';
import { type Customer, customerAt } from '../world/customers.ts';
import { purposes } from '../world/draws.ts';

/** An account that takes part in a scheme, known without making the rest of its cell. */
export type Member = {
  /** 0 for the scheme's own cell, 1 for its right-hand neighbour. */
  side: 0 | 1;
  /** Index within its cell. */
  account: number;
  id: string;
  customer: Customer;
};

const RISK_WEIGHT = { low: 0.45, medium: 0.7, high: 1 } as const;

/** What the first account of a cell's n-th customer is like: the same answer as making the cell gives. */
export function firstAccountAt(plan: SimulationPlan, common: Common, cellIndex: number, n: number) {
  const cell = plan.cells[cellIndex]!;
  const owner = firstOwner(n, cell.customers, cell.accounts);
  const customer = customerAt(
    common.seed,
    cell.firstCustomer + owner,
    plan.idPrefix,
    plan.configuration,
    plan.country,
    common.window.start,
  );
  const business = customer.employment === 'business';
  const index = cell.firstAccount + n;
  const drawn = firstType(common.seed, index, business, plan.configuration);
  const type: AccountType = n === 0 && !business ? 'checking' : drawn;
  const stream = streamFor(common.seed, index, purposes.account);
  const life = n === 0 ? 'steady' : lifeOf(stream, plan.configuration);
  return { customer, type, life, id: `A${plan.idPrefix}${String(index + 1).padStart(9, '0')}` };
}

/** Gives out a member that was not given out before, or null where none is found. */
export type MemberPool = (side: 0 | 1, wanted?: 'person' | 'business') => Member | null;

/** Draws current accounts that are open over the whole window; each is given out once a scheme. */
export function memberPool(
  plan: SimulationPlan,
  common: Common,
  cellIndex: number,
  stream: RandomStream,
): MemberPool {
  const used = new Set<string>();
  return (side, wanted) => {
    const cell = plan.cells[cellIndex + side];
    if (cell === undefined) return null;
    const first = Math.min(cell.customers, cell.accounts);
    if (first === 0) return null;
    for (let attempt = 0; attempt < 40; attempt++) {
      const n = stream.below(first);
      const luck = stream.float();
      const key = `${side}:${n}`;
      if (used.has(key)) continue;
      const found = firstAccountAt(plan, common, cellIndex + side, n);
      if (found.life !== 'steady') continue;
      if (found.type !== 'checking' && found.type !== 'business_checking') continue;
      if (wanted !== undefined && (wanted === 'business') !== (found.type !== 'checking')) continue;
      if (luck > RISK_WEIGHT[found.customer.riskSegment]) continue;
      used.add(key);
      return { side, account: n, id: found.id, customer: found.customer };
    }
    // The first account of a cell is always open: the last resort of very small cells.
    if (side === 1 || used.has('0:0')) return null;
    used.add('0:0');
    const { id, customer } = firstAccountAt(plan, common, cellIndex, 0);
    return { side, account: 0, id, customer };
  };
}
