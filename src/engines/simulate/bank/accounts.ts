import { exponential } from '../../random/exponential.ts';
import { fromTable, standardNormal } from '../../random/quantile-table.ts';
import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { Configuration } from '../configuration/schema.ts';
import { NO_DATE } from '../rows/row-batch.ts';
import type { Bank } from './bank.ts';
import { businessDayWithin } from './calendar.ts';
import type { Customer } from './customers.ts';
import { amountOf, between, chance, drawKey, purposes } from './draws.ts';
import { bic, cardNumber, iban, routingNumber } from './identifiers.ts';

export type AccountType = 'checking' | 'savings' | 'credit_card' | 'loan' | 'business_checking';
export type AccountStatus = 'pending' | 'active' | 'dormant' | 'frozen' | 'closed' | 'charged_off';

export type Account = {
  id: string;
  type: AccountType;
  /** Index of the owner among the cell's customers. */
  owner: number;
  status: AccountStatus;
  /** Every state with the day it began, in order. */
  history: [AccountStatus, number][];
  opened: number;
  closed: number;
  /** First and last day on which anything may be booked. */
  from: number;
  to: number;
  /** Minor units. Card line, overdraft or original loan; 0 where there is none. */
  limit: number;
  opening: number;
  daysPastDue: number;
  number: string;
  bankCode: string;
  card: string;
};

type Life = 'steady' | 'new' | 'dormant' | 'frozen' | 'closed' | 'pending';

/** A day that no window reaches. */
export const FOREVER = 2147483647;

/** What becomes of the account in the window. */
function lifeOf(stream: RandomStream, configuration: Configuration): Life {
  const { openedInWindow, dormant, frozen, closed, pending } = configuration.accounts;
  let draw = stream.float();
  if (draw < openedInWindow) return 'new';
  draw -= openedInWindow;
  if (draw < dormant) return 'dormant';
  draw -= dormant;
  if (draw < frozen) return 'frozen';
  draw -= frozen;
  if (draw < closed) return 'closed';
  draw -= closed;
  return draw < pending ? 'pending' : 'steady';
}

/** The type of a customer's first account. */
export function firstType(
  { seed, configuration }: Bank,
  index: number,
  business: boolean,
): AccountType {
  if (business) return 'business_checking';
  return drawKey(streamFor(seed, index, purposes.firstAccount), configuration.accounts.first);
}

type Cycle = Pick<Account, 'status' | 'history' | 'from' | 'to' | 'closed' | 'opened'>;

/** The states in their order, and the days between which anything may be booked. */
function cycleOf(history: Account['history'], from: number, to: number): Cycle {
  const [status, since] = history[history.length - 1];
  const closed = status === 'closed' ? since : NO_DATE;
  return { opened: history[0][1], closed, status, history, from, to };
}

/** Legal chains only: pending, active, then dormant (and perhaps active again), frozen or closed. */
function lifeCycle(
  life: Life,
  { opened, bank, stream }: { opened: number; bank: Bank; stream: RandomStream },
): Cycle {
  const { start, end } = bank.window;
  const activated = opened + between(stream, 0, 3);
  const inside = () => between(stream, start + Math.floor((end - start) / 3), end);
  const begun: Account['history'] = [
    ['pending', opened],
    ['active', activated],
  ];
  // Who joined in the window has an account from then on.
  if (opened >= start) return cycleOf(begun, opened + 1, FOREVER);
  switch (life) {
    case 'new': {
      const day = between(stream, start, Math.max(start, end - 14));
      const history: Account['history'] = [
        ['pending', day],
        ['active', day],
      ];
      return cycleOf(history, day + 1, FOREVER);
    }
    case 'pending': {
      const day = between(stream, Math.max(start, end - 9), end);
      return cycleOf([['pending', day]], FOREVER, -FOREVER);
    }
    case 'dormant': {
      const quiet = Math.max(activated + 180, start - between(stream, 0, 400));
      if (quiet > start) break;
      return cycleOf([...begun, ['dormant', quiet]], FOREVER, -FOREVER);
    }
    case 'frozen': {
      const day = inside();
      return cycleOf([...begun, ['frozen', day]], start, day - 1);
    }
    case 'closed': {
      const day = businessDayWithin(bank.country, start, inside());
      if (day < 0) break;
      return cycleOf([...begun, ['closed', day]], start, day);
    }
    default:
  }
  return cycleOf(begun, start, FOREVER);
}

/** Minor units at the beginning of the window. */
function openingBalance(
  type: AccountType,
  {
    limit,
    customer,
    configuration,
    stream,
  }: { limit: number; customer: Customer; configuration: Configuration; stream: RandomStream },
): number {
  const { balance } = configuration.accounts;
  // 0.6 x log income + noise, after AMLGentex: richer people hold more.
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

function limitOf(
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

/**
 * The account with this number, a pure function of its arguments.
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
  const cycle = lifeCycle(steady || credit ? 'steady' : life, { opened, bank, stream });
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
