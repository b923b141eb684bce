import { type CellState, cellStateOf, isCurrent, typeCode } from '../bank/cell-state.ts';
import type { Common } from '../cell.ts';
import { countries } from '../data/countries.ts';
import { CUSTOMERS_PER_CELL, type SimulationPlan } from '../plan.ts';
import type { MemberPool } from '../schemes/members.ts';
import { accountFrom, accountTypeOf, customerFrom, type ExistingAccount } from './existing.ts';

export type Group = { customers: string[]; accounts: ExistingAccount[]; usable: number };

/** Groups accounts into cells of about 1,000 customers; ownerless accounts count as one each. */
export function groupsOf(accounts: readonly ExistingAccount[]): Group[] {
  const byCustomer = new Map<string, ExistingAccount[]>();
  const sorted = [...accounts].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const account of sorted) {
    const key = account.customerId ?? account.id;
    const group = byCustomer.get(key);
    if (group === undefined) byCustomer.set(key, [account]);
    else group.push(account);
  }
  const groups: Group[] = [];
  for (const [customer, owned] of [...byCustomer].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let group = groups.at(-1);
    if (group === undefined || group.customers.length >= CUSTOMERS_PER_CELL) {
      group = { customers: [], accounts: [], usable: 0 };
      groups.push(group);
    }
    group.customers.push(customer);
    group.accounts.push(...owned);
  }
  return groups;
}

export function stateOfGroup(
  common: Common,
  { planned, group, cell }: { planned: SimulationPlan; group: Group; cell: number },
): CellState {
  const place = new Map(group.customers.map((id, i) => [id, i]));
  const cities = countries[planned.country].cities.length;
  const accounts = group.accounts.map((a) => accountFrom(a, place.get(a.customerId ?? a.id)!));
  const business = new Set(
    group.accounts
      .filter((a) => accountTypeOf(a.type) === 'business_checking')
      .map((a) => a.customerId ?? a.id),
  );
  const customers = group.customers.map((id) =>
    customerFrom({
      seed: common.seed,
      existing: { id, joined: 0, business: business.has(id) },
      configuration: planned.configuration,
      cities,
      start: common.window.start,
    }),
  );
  const { seed, calendar, directory } = common;
  const { country, configuration } = planned;
  return cellStateOf(
    { seed, cell, country, configuration, calendar, directory },
    { customers, accounts },
  );
}

/** Returns a pool of accounts open over the whole window, preferably current ones. */
export function poolOf(state: CellState, stream: { below(n: number): number }): MemberPool {
  const { start, end } = state.calendar;
  const whole = state.accounts
    .map((_, i) => i)
    .filter((i) => state.from[i] <= start && state.to[i] > end);
  const current = whole.filter((i) => isCurrent(state.type[i]));
  const open = current.length > 0 ? current : whole;
  return (side, memberKind) => {
    if (side === 1 || memberKind === 'dormant') return null;
    const fit = open.filter(
      (i) =>
        memberKind === undefined ||
        memberKind === 'new' ||
        (memberKind === 'business') === (state.type[i] === typeCode.business_checking),
    );
    if (fit.length === 0) return null;
    const account = fit[stream.below(fit.length)];
    open.splice(open.indexOf(account), 1);
    return {
      side: 0,
      account,
      id: state.accounts[account].id,
      customer: state.customers[state.owner[account]],
      from: state.from[account],
    };
  };
}
