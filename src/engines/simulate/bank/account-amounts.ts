import { exponential } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import type { RandomStream } from '../../random/stream.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { AccountType } from './account.ts';
import type { Customer } from './customers.ts';
import { amountOf, chance } from './draws.ts';

/** Returns the balance at the start of the window in minor units. */
export function openingBalance(
  type: AccountType,
  {
    limit,
    customer,
    configuration,
    stream,
  }: { limit: number; customer: Customer; configuration: Configuration; stream: RandomStream },
): number {
  const { balance } = configuration.accounts;
  // 0.6 x log income + noise, after AMLGentex: higher incomes hold more.
  const wealth = exponential(0.35 * fromTable(standardNormal, stream.uint32()));
  const typical = configuration.people.monthlyIncome.median * 100;
  const relative = Math.min(6, Math.max(0.3, (0.4 + 0.6 * (customer.income / typical)) * wealth));
  switch (type) {
    case 'credit_card':
      return -Math.round(limit * 0.55 * stream.float());
    case 'loan':
      return -Math.round(limit * (0.15 + 0.85 * stream.float()));
    case 'savings':
      return Math.round(amountOf(stream, balance.savings) * relative);
    case 'business_checking':
      return amountOf(stream, balance.business);
    default:
      return Math.round(amountOf(stream, balance.checking) * relative);
  }
}

export function limitOf(
  type: AccountType,
  {
    configuration,
    customer,
    stream,
  }: { configuration: Configuration; customer: Customer; stream: RandomStream },
): number {
  const { overdraft, creditLimit, loan } = configuration.accounts;
  const round = (minor: number, step: number) => Math.max(step, Math.round(minor / step) * step);
  switch (type) {
    case 'credit_card':
      return round(amountOf(stream, creditLimit), 10_000);
    case 'loan':
      return round(amountOf(stream, loan), 10_000);
    case 'savings':
      return 0;
    default: {
      const draw = amountOf(stream, overdraft.limit) * (customer.employment === 'business' ? 6 : 1);
      return chance(stream, overdraft.share) ? round(draw, 5000) : 0;
    }
  }
}
