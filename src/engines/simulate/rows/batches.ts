import { formatIsoDate } from '../../table/civil-date.ts';
import type { Account } from '../bank/accounts.ts';
import type { CellState } from '../bank/cell-state.ts';
import type { Customer } from '../bank/customers.ts';
import type { Configuration } from '../configuration/schema.ts';
import { countries } from '../data/countries.ts';
import type { BookedLeg } from '../events/booking.ts';
import { channels, devices, kindNames, kinds } from '../events/kinds.ts';
import type { CellChunk } from '../run-cell.ts';
import { accountFields, customerFields, groundTruthFields, transactionFields } from './fields.ts';
import { type BatchColumn, type Dictionary, NO_DATE, type RowBatch } from './row-batch.ts';

export const TRANSACTION_DIGITS = 10;

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

/** Dictionaries of one cell; those of its accounts stand behind the directory's. */
export type TransactionForm = {
  account: Dictionary;
  customer: Dictionary;
  counterparty: Dictionary;
  country: Dictionary;
  mcc: Dictionary;
  merchant: Dictionary;
  category: Dictionary;
  currency: Dictionary;
  prefix: string;
};

const CHANNELS: Dictionary = { strings: channels };
const DEVICES: Dictionary = { strings: devices };
const TYPES: Dictionary = { strings: kindNames.map((name) => kinds[name].type) };
const FLAGS: Dictionary = { strings: ['false', 'true'] };
const STATUSES: Dictionary = { strings: ['posted', 'declined'] };

const categoryForms = new WeakMap<Configuration, Dictionary>();
const currencyForms = new Map<string, Dictionary>();

/** Merchants' categories, then those that kinds of booking have where there is no merchant. */
function categoriesOf(configuration: Configuration): Dictionary {
  const known = categoryForms.get(configuration) ?? {
    strings: [
      ...configuration.categories.map((c) => c.name),
      ...kindNames.map((name) => kinds[name].category),
    ],
  };
  categoryForms.set(configuration, known);
  return known;
}

function currencyOf(currency: string): Dictionary {
  const known = currencyForms.get(currency) ?? { strings: channels.map(() => currency) };
  currencyForms.set(currency, known);
  return known;
}

/** @param strangers ids of accounts in other cells that legs of this cell name */
export function transactionForm(
  state: CellState,
  {
    prefix,
    currency,
    otherCellAccounts,
  }: { prefix: string; currency: string; otherCellAccounts: readonly string[] },
): TransactionForm {
  const { directory, accounts, customers } = state;
  const local = accounts.length + otherCellAccounts.length;
  const layer = (base: Dictionary, strings: readonly string[]): Dictionary => ({ base, strings });
  const ids = accounts.map((a) => a.id);
  return {
    account: { strings: ids },
    customer: { strings: accounts.map((a) => customers[a.owner].id) },
    counterparty: layer(directory.ids, [...ids, ...otherCellAccounts]),
    country: layer(directory.countries, new Array<string>(local).fill(state.country)),
    mcc: layer(directory.mccs, new Array<string>(local).fill('')),
    merchant: layer(directory.names, new Array<string>(local).fill('')),
    category: categoriesOf(state.configuration),
    currency: currencyOf(currency),
    prefix,
  };
}

export function transactionsBatch(
  form: TransactionForm,
  chunk: CellChunk,
  firstTransaction: number,
): RowBatch {
  const { rows } = chunk;
  const dictionary = (codes: Uint8Array | Int32Array, strings: Dictionary): BatchColumn => ({
    kind: 'dictionary',
    codes,
    dictionary: strings,
  });
  return {
    fields: transactionFields,
    rows: rows.count,
    columns: [
      {
        kind: 'sequence',
        prefix: form.prefix,
        first: firstTransaction + chunk.firstRow + 1,
        digits: TRANSACTION_DIGITS,
      },
      { kind: 'money', minor: rows.amount },
      dictionary(rows.channel, form.currency),
      dictionary(rows.channel, CHANNELS),
      dictionary(rows.category, form.category),
      dictionary(rows.flag, FLAGS),
      { kind: 'seconds', values: rows.seconds },
      dictionary(rows.account, form.account),
      dictionary(rows.account, form.customer),
      dictionary(rows.party, form.counterparty),
      dictionary(rows.party, form.country),
      dictionary(rows.party, form.mcc),
      dictionary(rows.party, form.merchant),
      dictionary(rows.kind, TYPES),
      dictionary(rows.status, STATUSES),
      { kind: 'money', minor: rows.balance },
      dictionary(rows.device, DEVICES),
    ],
  };
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
    ],
  };
}
