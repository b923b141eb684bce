import { streamFor } from '../../random/stream.ts';
import type { Account, AccountType } from './account.ts';
import { limitOf, openingBalance } from './account-amounts.ts';
import { lifeCycle, lifeOf } from './account-life.ts';
import type { Bank } from './bank.ts';
import type { Customer } from './customers.ts';
import { drawKey, purposes } from './draws.ts';
import { bic, cardNumber, iban, routingNumber } from './identifiers.ts';

/** Days from a death until the bank freezes the accounts. */
const DAYS_TO_FREEZE = 5;

export function firstType(
  { seed, configuration }: Bank,
  index: number,
  business: boolean,
): AccountType {
  if (business) return 'business_checking';
  return drawKey(streamFor(seed, index, purposes.firstAccount), configuration.accounts.first);
}

/**
 * Returns the account with a number; a pure function of its arguments.
 *
 * @param index number over all cells
 * @param owner index of the owner among the cell's customers
 * @param steady keeps the account open and active over the whole window
 */
export function accountAt(
  bank: Bank,
  index: number,
  {
    owner,
    customer,
    type,
    steady,
  }: { owner: number; customer: Customer; type: AccountType; steady: boolean },
): Account {
  const { seed, idPrefix, country, configuration, window } = bank;
  const stream = streamFor(seed, index, purposes.account);
  const life = lifeOf(stream, configuration);
  const credit = type === 'credit_card' || type === 'loan';
  const age = Math.max(1, window.start - customer.joined);
  const opened = customer.joined + Math.min(stream.below(age), stream.below(age));
  const death = !steady && !credit && customer.life?.kind === 'death';
  const died = death ? (customer.life?.day ?? -1) + DAYS_TO_FREEZE : -1;
  const cycle = lifeCycle(steady || credit ? 'steady' : life, { opened, died, bank, stream });
  const limit = limitOf(type, { configuration, customer, stream });
  const balance = openingBalance(type, { limit, customer, configuration, stream });
  const fresh = cycle.opened > window.start || cycle.status === 'pending';
  return {
    id: `A${idPrefix}${String(index + 1).padStart(9, '0')}`,
    type,
    owner,
    ...cycle,
    limit,
    opening: fresh ? 0 : balance,
    daysPastDue: 0,
    number: country === 'US' ? String(10_000_000_000 + index) : iban(country, index + 1),
    bankCode: country === 'US' ? routingNumber(index % 7) : bic(country),
    card: type === 'loan' || type === 'savings' ? '' : cardNumber(index + 1),
  };
}
