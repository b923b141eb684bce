import { formatIsoDate } from '../../../shared/civil-date.ts';
import type { Account } from '../bank/account.ts';
import type { Customer } from '../bank/customers.ts';
import { countries } from '../data/countries.ts';
import type { BookedLeg } from '../events/run.ts';
import { accountFields, customerFields, groundTruthFields } from './fields.ts';
import { type BatchColumn, NO_DATE, type RowBatch } from './row-batch.ts';
import { TRANSACTION_DIGITS } from './transactions-batch.ts';

const text = (values: string[]): BatchColumn => ({ kind: 'text', values });

const money = (values: number[]): BatchColumn => ({
  kind: 'money',
  minor: Float64Array.from(values),
});

export function customersBatch(customers: readonly Customer[], country: string): RowBatch {
  const { cities } = countries[country];
  return {
    fields: customerFields,
    rows: customers.length,
    columns: [
      text(customers.map((c) => c.id)),
      text(customers.map((c) => c.name)),
      text(customers.map((c) => c.email)),
      text(customers.map((c) => cities[c.city])),
      text(customers.map((c) => c.riskSegment)),
      { kind: 'days', values: Int32Array.from(customers, (c) => c.joined) },
      text(customers.map(() => country)),
      text(customers.map((c) => c.phone)),
      { kind: 'number', values: Float64Array.from(customers, (c) => c.birthYear) },
      text(customers.map((c) => c.household)),
      text(customers.map((c) => c.employment)),
      money(customers.map((c) => c.income)),
    ],
  };
}

const historyText = (history: Account['history']): string =>
  history.map(([state, day]) => `${state}:${formatIsoDate(day)}`).join(';');

export function accountsBatch(
  accounts: readonly Account[],
  {
    customerIds,
    balances,
    currency,
  }: { customerIds: (account: Account) => string; balances: ArrayLike<number>; currency: string },
): RowBatch {
  const shown = (a: Account) => (a.limit > 0 ? a.limit : Number.NaN);
  return {
    fields: accountFields,
    rows: accounts.length,
    columns: [
      text(accounts.map((a) => a.id)),
      text(accounts.map((a) => a.type)),
      text(accounts.map((a) => a.status)),
      money(Array.from(balances)),
      money(accounts.map(shown)),
      { kind: 'days', values: Int32Array.from(accounts, (a) => a.opened) },
      text(accounts.map(customerIds)),
      text(accounts.map(() => currency)),
      money(accounts.map((a) => a.opening)),
      { kind: 'days', values: Int32Array.from(accounts, (a) => a.closed ?? NO_DATE) },
      { kind: 'number', values: Float64Array.from(accounts, (a) => a.daysPastDue) },
      text(accounts.map((a) => historyText(a.history))),
      text(accounts.map((a) => a.number)),
      text(accounts.map((a) => a.bankCode)),
      text(accounts.map((a) => a.card)),
    ],
  };
}

/** Returns money lost by a row of fraud, negative if recovered; NaN without fraud. */
function lossOf({ leg: { incident }, posted, amount }: BookedLeg): number {
  if (incident === null || incident.fraud === '') return Number.NaN;
  return posted && incident.loss !== 0 ? Math.abs(amount) * incident.loss : 0;
}

export function groundTruthBatch(
  booked: readonly BookedLeg[],
  prefix: string,
  firstTransaction: number,
): RowBatch {
  const number = (values: number[]): BatchColumn => ({
    kind: 'number',
    values: Float64Array.from(values),
  });
  return {
    fields: groundTruthFields,
    rows: booked.length,
    columns: [
      text(
        booked.map(
          ({ row }) =>
            prefix + String(firstTransaction + row + 1).padStart(TRANSACTION_DIGITS, '0'),
        ),
      ),
      text(booked.map(({ leg }) => leg.scheme)),
      text(booked.map(({ leg }) => leg.typology)),
      text(booked.map(({ leg }) => leg.role)),
      number(booked.map(({ leg }) => leg.hop)),
      number(booked.map(({ leg }) => leg.leg)),
      number(booked.map(({ leg }) => (leg.source === 0 ? Number.NaN : leg.source))),
      text(booked.map(({ leg }) => String(leg.laundering))),
      text(booked.map(({ leg }) => leg.reference)),
      text(booked.map(({ leg }) => leg.incident?.fraud ?? '')),
      money(booked.map(lossOf)),
      text(booked.map(({ leg }) => leg.incident?.signals ?? '')),
    ],
  };
}
