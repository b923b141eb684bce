import { civilFromDays, parseIsoDate } from '../../../shared/civil-date.ts';
import { streamFor } from '../../random/stream.ts';
import { textNumber } from '../../random/text-number.ts';
import { type Account, type AccountStatus, type AccountType, FOREVER } from '../bank/account.ts';
import { type Customer, householdKindOf, type RiskSegment } from '../bank/customers.ts';
import { amountOf, between, drawKey, purposes } from '../bank/draws.ts';
import type { Configuration } from '../configuration/schema.ts';
import type { SimulationRequest } from '../request.ts';
import { NO_DATE } from '../rows/row-batch.ts';

export type ExistingCustomer = {
  id: string;
  /** ISO date. */
  joinDate: string;
  riskSegment?: string | null;
};

export type ExistingAccount = {
  id: string;
  /** Free text; savings, credit, loan and business are recognized, everything else is current. */
  type: string;
  /** Only active accounts receive bookings. */
  status: string;
  customerId: string | null;
  openDate: string;
  /** Minor units. */
  balance: number;
  limit: number | null;
};

export type ExistingRequest = Omit<SimulationRequest, 'customers' | 'accounts' | 'transactions'>;

const SEGMENTS: readonly RiskSegment[] = ['low', 'medium', 'high'];

export function accountTypeOf(wording: string): AccountType {
  const text = wording.toLowerCase();
  if (/saving|deposit|money.?market/.test(text)) return 'savings';
  if (/credit|card/.test(text)) return 'credit_card';
  if (/loan|mortgage/.test(text)) return 'loan';
  return /business|corporate|commercial/.test(text) ? 'business_checking' : 'checking';
}

/** Draws the attributes that an existing customer's record lacks, from the id and the seed. */
export function customerFrom({
  seed,
  existing,
  configuration,
  cities,
  start,
}: {
  seed: bigint;
  existing: { id: string; joined: number; riskSegment?: string | null; business: boolean };
  configuration: Configuration;
  cities: number;
  start: number;
}): Customer {
  const stream = streamFor(seed, textNumber(existing.id), purposes.customer);
  const { people } = configuration;
  const segment = SEGMENTS.find((s) => s === existing.riskSegment?.toLowerCase());
  const pay = drawKey(stream, people.pay);
  const income = amountOf(stream, people.monthlyIncome);
  const birthYear = civilFromDays(start).year - between(stream, 20, 80);
  const employment = existing.business ? 'business' : drawKey(stream, people.employment);
  return {
    id: existing.id,
    name: '',
    email: '',
    phone: '',
    city: stream.below(cities),
    birthYear,
    household: '',
    employment,
    income: existing.business ? income * 6 : income,
    pay,
    payAnchor: pay === 'monthly' ? between(stream, 1, 28) : between(stream, 0, 4),
    riskSegment: segment ?? drawKey(stream, people.riskSegment),
    joined: existing.joined,
    cash: 1,
    abroad: 1,
    device: stream.below(3),
    householdKind: householdKindOf({ employment, shared: false, age: 40 }),
    life: null,
  };
}

/** Converts an existing account to the engine's form; an inactive one takes no part. */
export function accountFrom(existing: ExistingAccount, owner: number): Account {
  const status = existing.status.toLowerCase() as AccountStatus;
  const opened = parseIsoDate(existing.openDate.slice(0, 10));
  const usable = status === 'active' || status === ('open' as AccountStatus);
  return {
    id: existing.id,
    type: accountTypeOf(existing.type),
    owner,
    status: usable ? 'active' : status,
    history: [],
    opened,
    closed: NO_DATE,
    from: usable ? opened + 1 : FOREVER,
    to: usable ? FOREVER : -FOREVER,
    limit: existing.limit ?? 0,
    opening: existing.balance,
    daysPastDue: 0,
    number: '',
    bankCode: '',
    card: '',
  };
}
