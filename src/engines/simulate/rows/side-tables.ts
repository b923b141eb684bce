import type { Account } from '../bank/account.ts';
import type { CellState } from '../bank/cell-state.ts';
import { beneficialOwnersOf, jointOwnersOf, knownCustomerAt } from '../bank/known-customer.ts';
import { type Agreement, agreementIdsOf } from '../events/payments/agreements.ts';
import type { CellChunk } from '../run-cell.ts';
import type { BatchColumn, Field, RowBatch } from './row-batch.ts';
import { TRANSACTION_DIGITS, type TransactionForm } from './transactions-batch.ts';

const field = (name: string, type: Field['type'] = 'text'): Field => ({ name, type });

export const knownCustomerFields = [
  field('customer_id'),
  field('occupation'),
  field('industry'),
  field('risk_rating'),
  field('political_exposure'),
  field('screening_result'),
  field('screening_list'),
  field('matched_name'),
  field('match_score', 'integer'),
  field('reviewed_on', 'date'),
] as const;

export const accountOwnerFields = [
  field('account_id'),
  field('customer_id'),
  field('role'),
  field('since', 'date'),
] as const;

export const beneficialOwnerFields = [
  field('customer_id'),
  field('owner_customer_id'),
  field('full_name'),
  field('birth_year', 'integer'),
  field('country'),
  field('share_percent', 'integer'),
  field('control'),
] as const;

export const agreementFields = [
  field('agreement_id'),
  field('kind'),
  field('account_id'),
  field('counterparty'),
  field('amount', 'numeric'),
  field('currency'),
  field('signed_on', 'date'),
  field('first_on', 'date'),
  field('last_on', 'date'),
  field('payments', 'integer'),
] as const;

export const paymentFields = [
  field('txn_id'),
  field('event'),
  field('reason'),
  field('original_currency'),
  field('exchange_rate'),
  field('original_amount', 'numeric'),
  field('related_txn'),
  field('agreement_id'),
] as const;

const text = (values: string[]): BatchColumn => ({ kind: 'text', values });
const number = (values: number[]): BatchColumn => ({
  kind: 'number',
  values: Float64Array.from(values),
});
const days = (values: number[]): BatchColumn => ({ kind: 'days', values: Int32Array.from(values) });
const money = (values: number[]): BatchColumn => ({
  kind: 'money',
  minor: Float64Array.from(values),
});

/** Repeated texts, written by code. */
function coded(values: readonly string[]): BatchColumn {
  const codes = new Int32Array(values.length);
  const places = new Map<string, number>();
  values.forEach((value, row) => {
    const code = places.get(value) ?? places.size;
    places.set(value, code);
    codes[row] = code;
  });
  return { kind: 'dictionary', codes, dictionary: { strings: [...places.keys()] } };
}

/** Facts about a cell's customers; no rows unless it is the cell's first part. */
export function knownCustomersBatch(state: CellState, isFirst: boolean): RowBatch {
  const customers = isFirst ? state.customers : [];
  const known = customers.map((_, index) => knownCustomerAt(state, index));
  return {
    fields: knownCustomerFields,
    rows: customers.length,
    columns: [
      text(customers.map(({ id }) => id)),
      coded(known.map(({ occupation }) => occupation)),
      coded(known.map(({ industry }) => industry)),
      coded(known.map(({ risk }) => risk)),
      coded(known.map(({ exposed }) => exposed)),
      coded(known.map(({ screening }) => screening)),
      coded(known.map(({ list }) => list)),
      text(known.map(({ matchedName }) => matchedName)),
      number(known.map(({ likeness }) => likeness)),
      days(known.map(({ reviewed }) => reviewed)),
    ],
  };
}

/** Owners of a cell's accounts; no rows unless it is the cell's first part. */
export function accountOwnersBatch(state: CellState, isFirst: boolean): RowBatch {
  const accounts = isFirst ? state.accounts : [];
  const joint = isFirst ? jointOwnersOf(state) : [];
  const [ids, owners, roles, since]: [string[], string[], number[], number[]] = [[], [], [], []];
  const push = ({ id, opened }: Account, owner: number, role: number) => {
    const { id: customer, joined } = state.customers[owner];
    ids.push(id);
    owners.push(customer);
    roles.push(role);
    since.push(Math.max(opened, joined));
  };
  accounts.forEach((account, index) => {
    push(account, account.owner, 0);
    if (joint[index] >= 0) push(account, joint[index], 1);
  });
  return {
    fields: accountOwnerFields,
    rows: ids.length,
    columns: [
      text(ids),
      text(owners),
      shared(Int32Array.from(roles), ['owner', 'joint_owner']),
      days(since),
    ],
  };
}

/** Beneficial owners of a cell's firms; no rows unless it is the cell's first part. */
export function beneficialOwnersBatch(state: CellState, isFirst: boolean): RowBatch {
  const owners = isFirst ? beneficialOwnersOf(state) : [];
  const { customers } = state;
  return {
    fields: beneficialOwnerFields,
    rows: owners.length,
    columns: [
      text(owners.map(({ firm }) => customers[firm].id)),
      text(owners.map(({ owner }) => (owner < 0 ? '' : customers[owner].id))),
      text(owners.map(({ name }) => name)),
      number(owners.map(({ birthYear }) => birthYear)),
      coded(owners.map(({ country }) => country)),
      number(owners.map(({ share }) => share)),
      coded(owners.map(({ control }) => control)),
    ],
  };
}

/** Codes and texts of dictionary columns that share their codes. */
const shared = (codes: Int32Array, strings: readonly string[]): BatchColumn => ({
  kind: 'dictionary',
  codes,
  dictionary: { strings },
});

export function agreementsBatch(form: TransactionForm, agreements: readonly Agreement[]): RowBatch {
  const codesOf = (code: (agreement: Agreement) => number) => Int32Array.from(agreements, code);
  return {
    fields: agreementFields,
    rows: agreements.length,
    columns: [
      text(agreementIdsOf(agreements, form.account.strings)),
      coded(agreements.map(({ kind }) => kind)),
      { kind: 'dictionary', codes: codesOf(({ account }) => account), dictionary: form.account },
      { kind: 'dictionary', codes: codesOf(({ party }) => party), dictionary: form.counterparty },
      money(agreements.map(({ amount }) => amount)),
      shared(
        codesOf(() => 0),
        form.currency.strings,
      ),
      days(agreements.map(({ signed }) => signed)),
      days(agreements.map(({ first }) => first)),
      days(agreements.map(({ last }) => last)),
      number(agreements.map(({ payments }) => payments)),
    ],
  };
}

/** Ids of a cell's agreements by number, after that of none. */
const agreementIds = new WeakMap<readonly Agreement[], string[]>();

function idsOf(agreements: readonly Agreement[], { account }: TransactionForm): string[] {
  const ids = agreementIds.get(agreements) ?? ['', ...agreementIdsOf(agreements, account.strings)];
  agreementIds.set(agreements, ids);
  return ids;
}

export function paymentsBatch(
  { rows: { notes }, agreements }: CellChunk,
  { form, firstTransaction }: { form: TransactionForm; firstTransaction: number },
): RowBatch {
  const { count } = notes;
  const transactions = (list: Int32Array): BatchColumn => {
    const numbers = new Float64Array(count);
    for (let i = 0; i < count; i++)
      numbers[i] = list[i] < 0 ? Number.NaN : firstTransaction + list[i] + 1;
    return { kind: 'numbered', prefix: form.prefix, numbers, digits: TRANSACTION_DIGITS };
  };
  const texts = (name: 'event' | 'reason' | 'currency' | 'rate') =>
    shared(
      notes.form,
      notes.forms.map((text) => text[name]),
    );
  return {
    fields: paymentFields,
    rows: count,
    columns: [
      transactions(notes.row),
      texts('event'),
      texts('reason'),
      texts('currency'),
      texts('rate'),
      { kind: 'money', minor: notes.original },
      transactions(notes.related),
      shared(notes.agreement, idsOf(agreements, form)),
    ],
  };
}
